import type { Listed, Page } from "../../store/ports/common.ts";

type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/**
 * Returns the envelope of a list. `url` is the request's without its query; `query` holds the filters. The next page
 * begins behind the last item, even if the page has fewer than its limit.
 */
export function paginate<T, W>(
  { count, items }: Listed<T>,
  { limit, offset }: Page,
  url: string,
  toWire: (item: T) => W,
  query: Query = {},
) {
  const link = (at: number) => pageAddress(url, { limit, offset: at, ...query });
  const next = offset + items.length;
  return {
    count,
    next: items.length > 0 && next < count ? link(next) : null,
    previous: offset > 0 ? link(Math.max(0, offset - limit)) : null,
    results: items.map(toWire),
  };
}

/** Returns the address of a page with this query. `url` is the request's without its query. */
export function pageAddress(url: string, query: Query): string {
  return `${url}?${toSearchParams(query)}`;
}

function toSearchParams(query: Query): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value ?? []].flat()) search.append(name, String(one));
  }
  return search;
}
