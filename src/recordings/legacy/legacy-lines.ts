import type { LegacyEvent, LegacyStore } from "../../store/ports/legacy-store.ts";
import type { SessionKey } from "../../store/ports/recordings.ts";
import { snapshotLine } from "../play/snapshot-lines.ts";
import { isRrwebEvent, type RrwebEvent } from "../record/rrweb.ts";

type Ports = Pick<LegacyStore, "events">;

/** Yields rows by time, the same on each call. Skips rows that are not rrweb events. */
export async function* legacySnapshotLines(session: SessionKey, legacy: Ports): AsyncGenerator<Uint8Array, void> {
  for await (const row of legacy.events(session)) {
    if (parseLegacyEvent(row)) yield snapshotLine({ windowId: row.windowId, data: `[${row.data}]` });
  }
}

export function parseLegacyEvent({ data }: LegacyEvent): RrwebEvent | null {
  try {
    const value: unknown = JSON.parse(data);
    return isRrwebEvent(value) ? value : null;
  } catch {
    return null;
  }
}
