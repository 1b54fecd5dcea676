import { problem } from "../../problem.ts";
import type { ContractOperation } from "./routes.ts";

const INTEGER = /^-?\d+$/;

/**
 * Returns the query parameters that the contract declares for the operation; others are ignored. A repeated parameter
 * is a list; on public operations its first value counts. Throws `invalid_input` for an integer in another notation
 * (0x10, 1e1), which the validators would accept.
 */
export function readQuery(
  { query: declared, access }: ContractOperation,
  queryString: string,
): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  if (queryString === "") return query;
  const search = new URLSearchParams(queryString);
  for (const [name, { type }] of Object.entries(declared)) {
    const sent = search.getAll(name);
    const values = access === "public" ? sent.slice(0, 1) : sent;
    if (values.length === 0) continue;
    if (type === "integer" && !values.every((value) => INTEGER.test(value))) {
      throw problem("invalid_input", { attr: name, detail: `${name} must be an integer.` });
    }
    query[name] = values.length === 1 && type !== "array" ? values[0] : values;
  }
  return query;
}
