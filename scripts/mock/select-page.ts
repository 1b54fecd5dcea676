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
  const page = { limit: Number(limit), offset: Number(offset), ...filters };
  const items = results.slice(page.offset, page.offset + page.limit);
  return JSON.stringify({
    ...whole,
    ...paginate({ count: results.length, items }, page, url, (item) => item),
  });
}
