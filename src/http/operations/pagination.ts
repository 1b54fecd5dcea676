import type { Listed, Page } from "../../storage/ports/common.ts";

export const DEFAULT_LIMIT = 100;

/** The page that a query asks for; the contract has checked its bounds. */
export function readPage(query: { limit?: number; offset?: number }): Page {
  return { limit: query.limit ?? DEFAULT_LIMIT, offset: query.offset ?? 0 };
}

type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** The envelope of a list. `url` is the request's, without its query; `query` is what the query asks for besides the page. */
export function paginate<T, W>(
  { count, items }: Listed<T>,
  { limit, offset }: Page,
  url: string,
  toWire: (item: T) => W,
  query: Query = {},
) {
  const link = (at: number) => `${url}?${toSearchParams({ limit, offset: at, ...query })}`;
  return {
    count,
    next: offset + limit < count ? link(offset + limit) : null,
    previous: offset > 0 ? link(Math.max(0, offset - limit)) : null,
    results: items.map(toWire),
  };
}

function toSearchParams(query: Query): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value ?? []].flat()) search.append(name, String(one));
  }
  return search;
}
