import type { ContractOperation } from "../../src/http/contract/routes.ts";
import { paginate } from "../../src/http/operations/pagination.ts";

/** Returns the requested page of a list, as if the example were the whole list; any other body unchanged. */
export function selectPage(
  text: string,
  { query: known }: ContractOperation,
  query: URLSearchParams,
  url: string,
): string {
  if (known.limit === undefined || known.offset === undefined || !text.includes('"results"')) return text;
  const whole = JSON.parse(text) as { results: readonly unknown[] };
  const { results } = whole;
  const { limit = known.limit.default, offset = known.offset.default, ...filters } = Object.fromEntries(query);
  const asked = { limit: Number(limit), offset: Number(offset), ...filters };
  const items = results.slice(asked.offset, asked.offset + asked.limit);
  const { count, ...page } = paginate({ count: results.length, items }, { query: asked, url }, (item) => item);
  return JSON.stringify({ ...whole, ...page, ...("count" in whole && { count }) });
}
