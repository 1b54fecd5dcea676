import type { ProjectId } from "../../store/ports/common.ts";
import { type NormalizedEvent, normalizeEach } from "../normalize-events.ts";
import type { DrainEntry, EntryRun } from "./crash-guard.ts";
import type { DroppedEvents } from "./dropped-events.ts";

/** Events that are stored together. */
export const BATCH_SIZE = 2000;

/** A request that is never stored, at least not as a whole. */
export interface RefusedRequest {
  readonly entry: DrainEntry;
  readonly reason: string;
}

const FATAL_REASON = "The drain died repeatedly while it stored this request.";

/**
 * Yields the events of the entries in batches, and counts those that are dropped. Adds the entries that
 * cannot be read to `refused`: waiting for the store would not help, and would keep all others waiting. Leaves projects
 * out from when `isLeftOut` says so.
 */
export function* eventBatches(
  { entries, isFatal }: EntryRun,
  dropped: DroppedEvents,
  refused: RefusedRequest[],
  isLeftOut: (projectId: ProjectId) => boolean = () => false,
): Generator<NormalizedEvent[]> {
  let batch: NormalizedEvent[] = [];
  for (const entry of entries) {
    const { projectId } = entry.content;
    if (isLeftOut(projectId)) continue;
    try {
      if (isFatal) throw new Error(FATAL_REASON);
      for (const event of normalizeEach(entry.content, { group: entry.group, index: entry.firstIndex })) {
        if (typeof event === "string") dropped.add(projectId, event);
        else batch.push(event);
        if (batch.length < BATCH_SIZE) continue;
        yield batch;
        batch = [];
        if (isLeftOut(projectId)) break;
      }
    } catch (error) {
      refused.push({ entry, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  if (batch.length > 0) yield batch;
}
