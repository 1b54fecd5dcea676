import { problem } from "../../lib/problem.ts";
import type { Listed, Page } from "../../store/ports/common.ts";

export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** Returns a page of a list; `url` has no query. The next page begins behind this one's last item. */
export function paginate<T, W>(
  { count, items }: Listed<T>,
  { query, url }: { readonly query: Page & Query; readonly url: string },
  toWire: (item: T) => W,
) {
  const { limit, offset, ...filters } = query;
  const link = (at: number) => pageAddress(url, { limit, offset: at, ...filters });
  const next = offset + items.length;
  return {
    count,
    next: items.length > 0 && next < count ? link(next) : null,
    previous: offset > 0 ? link(Math.max(0, offset - limit)) : null,
    results: items.map(toWire),
  };
}

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

const DATE_LENGTH = "2026-01-01".length;

/** Returns the time of a parameter; that of a date without time is `ofDateMs` after its beginning in UTC. */
export function parseTime(text: string | undefined, attr: string, ofDateMs = 0): number | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw problem("invalid_input", { attr, detail: `${attr} is no time.` });
  return text.length === DATE_LENGTH ? time + ofDateMs : time;
}
