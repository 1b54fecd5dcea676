import type { ColumnarEvent, ColumnarStore } from "../../storage/ports/columnar.ts";
import type { SessionKey } from "../../storage/ports/recordings.ts";
import { isRrwebEvent, type RrwebEvent } from "../recorder/rrweb.ts";
import { snapshotLine } from "../snapshot-lines.ts";

type Ports = Pick<ColumnarStore, "events">;

/** A session's rows as lines of snapshots, in the order of time, always the same; what is no rrweb event is left out. */
export async function* legacySnapshotLines(session: SessionKey, columnar: Ports): AsyncGenerator<Uint8Array, void> {
  for await (const row of columnar.events(session)) {
    if (parseLegacyEvent(row)) yield snapshotLine({ windowId: row.windowId, data: `[${row.data}]` });
  }
}

/** The rrweb event of a row; null where it has none. */
export function parseLegacyEvent({ data }: ColumnarEvent): RrwebEvent | null {
  try {
    const value: unknown = JSON.parse(data);
    return isRrwebEvent(value) ? value : null;
  } catch {
    return null;
  }
}
