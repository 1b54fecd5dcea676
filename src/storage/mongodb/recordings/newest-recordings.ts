import type { Millis, Page } from "../../ports/common.ts";
import type { Collections } from "../collections.ts";
import type { RecordingRow } from "./recording-row-types.ts";

/** As many are sorted within a few milliseconds anywhere. */
const MAX_SORTED_WHOLE = 1000;
const FIRST_SPAN_MS = 3_600_000;
const MAX_SPAN_MS = 20 * 365 * 86_400_000;
const SPAN_FACTOR = 8;

/**
 * A page of all the project's recordings, the latest start first. Of many, one near the beginning is looked for in the last hour, then in ever
 * longer times: servers that only speak MongoDB's protocol may sort all that a query finds, however little of it is wanted.
 */
export async function newestRecordings(
  collections: Collections,
  project: number,
  page: Page,
  count: number,
  now: Millis,
): Promise<RecordingRow[]> {
  if (count > MAX_SORTED_WHOLE && (page.offset + page.limit) * SPAN_FACTOR < count) {
    for (let span = FIRST_SPAN_MS; span < MAX_SPAN_MS; span *= SPAN_FACTOR) {
      const rows = await pageSince(collections, project, page, now - span);
      if (rows.length === page.limit) return rows;
    }
  }
  return pageSince(collections, project, page, Number.NEGATIVE_INFINITY);
}

/** Erased recordings have no time. */
function pageSince({ recordings }: Collections, project: number, { limit, offset }: Page, since: Millis) {
  const found = recordings.find({ project, firstMs: { $gte: since } });
  return found.sort({ firstMs: -1, sessionId: 1 }).skip(offset).limit(limit).toArray();
}
