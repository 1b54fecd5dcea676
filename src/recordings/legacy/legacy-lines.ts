import type { ColumnarEvent, ColumnarStore } from "../../storage/ports/columnar.ts";
import type { SessionKey } from "../../storage/ports/recordings.ts";
import { isRrwebEvent, type RrwebEvent } from "../recorder/rrweb.ts";
import { snapshotLine } from "../snapshot-lines.ts";

type Ports = Pick<ColumnarStore, "events">;

/** Yields a session's rows as snapshot lines, by time, the same on each call. Skips rows that are not rrweb events. */
export async function* legacySnapshotLines(session: SessionKey, columnar: Ports): AsyncGenerator<Uint8Array, void> {
  for await (const row of columnar.events(session)) {
    if (parseLegacyEvent(row)) yield snapshotLine({ windowId: row.windowId, data: `[${row.data}]` });
  }
}

/** Returns the rrweb event of a row; null if it has none. */
export function parseLegacyEvent({ data }: ColumnarEvent): RrwebEvent | null {
  try {
    const value: unknown = JSON.parse(data);
    return isRrwebEvent(value) ? value : null;
  } catch {
    return null;
  }
}
