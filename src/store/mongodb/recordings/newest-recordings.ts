import type { Millis, Page } from "../../ports/common.ts";
import type { Collections } from "../collections.ts";
import type { RecordingRow } from "./recording-row-types.ts";

/** Any server sorts this many recordings within a few milliseconds. */
const MAX_SORTED_AT_ONCE = 1000;
const FIRST_SPAN_MS = 3_600_000;
const MAX_SPAN_MS = 20 * 365 * 86_400_000;
const SPAN_FACTOR = 8;

/**
 * Returns a page of the project's recordings, latest start first. For an early page of many recordings it queries the
 * last hour, then growing periods: servers that only speak MongoDB's protocol may sort everything a query matches,
 * however small the page.
 */
export async function newestRecordings(
  collections: Collections,
  project: number,
  page: Page,
  count: number,
  now: Millis,
): Promise<RecordingRow[]> {
  if (count > MAX_SORTED_AT_ONCE && (page.offset + page.limit) * SPAN_FACTOR < count) {
    for (let span = FIRST_SPAN_MS; span < MAX_SPAN_MS; span *= SPAN_FACTOR) {
      const rows = await pageSince(collections, project, page, now - span);
      if (rows.length === page.limit) return rows;
    }
  }
  return pageSince(collections, project, page, Number.NEGATIVE_INFINITY);
}

/** Finds no erased recordings, because they have no time. */
function pageSince({ recordings }: Collections, project: number, { limit, offset }: Page, since: Millis) {
  const found = recordings.find({ project, firstMs: { $gte: since } });
  return found.sort({ firstMs: -1, sessionId: 1 }).skip(offset).limit(limit).toArray();
}
