import type { Listed, Page } from "../../storage/ports/common.ts";

export const DEFAULT_LIMIT = 100;

/** The page that a query asks for; the contract has checked its bounds. */
export function pageOf(query: { limit?: number; offset?: number }): Page {
  return { limit: query.limit ?? DEFAULT_LIMIT, offset: query.offset ?? 0 };
}

/** The envelope of a list. `url` is the request's, without its query. */
export function paginated<T, W>(
  { count, items }: Listed<T>,
  { limit, offset }: Page,
  url: string,
  toWire: (item: T) => W,
) {
  const link = (at: number) => `${url}?limit=${limit}&offset=${at}`;
  return {
    count,
    next: offset + limit < count ? link(offset + limit) : null,
    previous: offset > 0 ? link(Math.max(0, offset - limit)) : null,
    results: items.map(toWire),
  };
}
