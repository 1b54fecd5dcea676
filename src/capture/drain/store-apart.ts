import { StoreUnavailable } from "../../storage/ports/common.ts";
import type { AcceptedEvent } from "../event.ts";
import type { StoreResult } from "./store.ts";

export type Store = (events: readonly AcceptedEvent[]) => Promise<StoreResult>;

/**
 * Stores events; where some of them are to blame for a failure, halves them until those are found: they are refused, and the others stored. Throws
 * `StoreUnavailable` where none is to blame.
 */
export async function storeApart(events: readonly AcceptedEvent[], store: Store): Promise<StoreResult> {
  try {
    return await store(events);
  } catch (error) {
    const [first] = events;
    if (error instanceof StoreUnavailable || !first) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    if (events.length === 1) return { stored: 0, refusedMerges: 0, refused: [{ event: first, reason }] };
  }
  const middle = Math.ceil(events.length / 2);
  const first = await storeApart(events.slice(0, middle), store);
  const second = await storeApart(events.slice(middle), store);
  return {
    stored: first.stored + second.stored,
    refusedMerges: first.refusedMerges + second.refusedMerges,
    refused: [...first.refused, ...second.refused],
  };
}
