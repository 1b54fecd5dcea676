import type { Context } from "koa";
import { problem } from "../problem.ts";
import type { ContractOperation } from "./contract/contract.ts";

/** The token of `Authorization: Bearer`. */
export function bearerOf(ctx: Context): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(ctx.get("Authorization"))?.[1];
}

/**
 * The parameters of the query that the contract knows: text, or a list where a name stands several times and `ofSeveral` does not say that the first
 * counts. Throws `invalid_input` for what should be a whole number and is not written as one: the validators' coercion takes 0x10 and 1e1, too.
 */
export function knownQuery(
  { query }: ContractOperation,
  ctx: Context,
  ofSeveral: "all" | "first" = "all",
): Record<string, unknown> {
  if (ctx.querystring === "" || query.size === 0) return {};
  const known: Record<string, unknown> = {};
  const search = new URLSearchParams(ctx.querystring);
  for (const [name, isWhole] of query) {
    const values = search.getAll(name).slice(0, ofSeveral === "first" ? 1 : undefined);
    if (isWhole && !values.every((value) => /^-?\d+$/.test(value))) {
      throw problem("invalid_input", { attr: name, detail: `${name} must be a whole number.` });
    }
    if (values.length > 0) known[name] = values.length === 1 ? values[0] : values;
  }
  return known;
}

export function acceptsGzip(ctx: Context): boolean {
  return ctx.acceptsEncodings("gzip", "identity") === "gzip";
}

/** The request's address without its query, as its client wrote it; from `publicUrl` where that is set. */
export function urlOf(ctx: Context, publicUrl: string): string {
  const base = publicUrl === "" ? `${ctx.protocol}://${ctx.host}` : publicUrl.replace(/\/+$/, "");
  return URL.canParse(base) ? `${base}${ctx.path}` : `http://localhost${ctx.path}`;
}
