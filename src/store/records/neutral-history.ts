import type { EventToken } from "../ports/events.ts";
import type { AnyRow, RowBatch } from "../ports/neutral-rows.ts";
import {
  type FiledPosition,
  HISTORY_LEFT,
  HISTORY_MANIFESTS,
  HISTORY_POSITION,
  type LeftPosition,
  type Manifest,
} from "./history-kinds.ts";

/** History records that move if events have left for files, which the first kind tells. */
export const MOVED_HISTORY_KINDS = [HISTORY_LEFT, HISTORY_MANIFESTS, HISTORY_POSITION] as const;

/** Has the number of events stored up to there, in each order, in place of the token, which is of one store. */
interface NeutralPosition extends Omit<FiledPosition, "filedUpTo"> {
  readonly filedUpTo: number;
}

/** Yields history rows as every engine has them; none if no event left. Throws if a batch is filed in part only. */
export async function* neutralHistory(
  read: (after: string | null) => AsyncIterable<RowBatch>,
  after: string | null,
  countUpTo: (token: EventToken) => number | Promise<number>,
): AsyncGenerator<RowBatch> {
  for await (const { rows } of read(null)) {
    const [left] = rows;
    if (left?.recordKind === HISTORY_LEFT.name && fieldsOf<LeftPosition>(left).receivedUntil !== null) break;
    return;
  }
  const ends = new Set<EventToken | null>();
  for await (const { rows, cursor } of read(after)) {
    const neutral: AnyRow[] = [];
    for (const row of rows) neutral.push({ ...row, value: JSON.stringify(await toNeutral(row, ends, countUpTo)) });
    yield { rows: neutral, cursor };
  }
}

/** `ends` are those of the batches that projects had last. */
async function toNeutral(
  row: AnyRow,
  ends: Set<EventToken | null>,
  countUpTo: (token: EventToken) => number | Promise<number>,
): Promise<LeftPosition | Manifest | NeutralPosition> {
  if (row.recordKind === HISTORY_LEFT.name) {
    return { ...fieldsOf<LeftPosition>(row), leftUpTo: null, leavingUpTo: null, next: null };
  }
  if (row.recordKind === HISTORY_MANIFESTS.name) {
    const manifest = fieldsOf<Manifest>(row);
    ends.add(manifest.filedUpTo);
    return { ...manifest, replaced: [], filedUpTo: null };
  }
  const { filing, filedUpTo, ...rest } = fieldsOf<FiledPosition>(row);
  if (filing && ends.has(filing.until)) {
    throw new Error("Events are being written to history files: wait until the service has done so, and try again.");
  }
  return { ...rest, filing: null, filedUpTo: filedUpTo === null ? 0 : await countUpTo(filedUpTo) };
}

/** Returns rows as the engine keeps them. `tokenAt` returns the token of the event with an index, from 0. */
export function ownHistory(rows: readonly AnyRow[], tokenAt: (index: number) => EventToken | null): AnyRow[] {
  return rows.map((row) => {
    if (row.recordKind !== HISTORY_POSITION.name) return row;
    const position = fieldsOf<NeutralPosition>(row);
    const filedUpTo = position.filedUpTo === 0 ? null : tokenAt(position.filedUpTo - 1);
    return { ...row, value: JSON.stringify({ ...position, filedUpTo } satisfies FiledPosition) };
  });
}

function fieldsOf<T>({ value = "" }: AnyRow): T {
  return JSON.parse(value) as T;
}
