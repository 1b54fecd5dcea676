import type { Position, ProjectId } from "../../store/ports/common.ts";
import { type DropReason, type NormalizedEvent, normalizeEach } from "../normalize-events.ts";
import type { DrainEntry, EntryRun } from "./crash-guard.ts";

export const BATCH_SIZE = 2000;

/** A request that is never stored, at least not as a whole. */
export type RefusedRequest = { readonly entry: DrainEntry; readonly reason: string };

export type OnDropped = (projectId: ProjectId, reason: DropReason, position: Position) => void;

const FATAL_REASON = "The drain died repeatedly while it stored this request.";

/** Yields events in batches. Adds entries that cannot be read to `refused`, because waiting would not help them. */
export function* eventBatches(
  { entries, isFatal }: EntryRun,
  onDropped: OnDropped,
  refused: RefusedRequest[],
  isLeftOut: (projectId: ProjectId) => boolean = () => false,
): Generator<NormalizedEvent[]> {
  let batch: NormalizedEvent[] = [];
  for (const entry of entries) {
    const { projectId } = entry.content;
    if (isLeftOut(projectId)) continue;
    try {
      if (isFatal) throw new Error(FATAL_REASON);
      const { group, firstIndex } = entry;
      let index = firstIndex;
      for (const event of normalizeEach(entry.content, { group, index: firstIndex })) {
        if (typeof event === "string") onDropped(projectId, event, { group, index });
        else batch.push(event);
        index += 1;
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
