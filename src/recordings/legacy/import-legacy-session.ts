import type { ColumnarEvent, ColumnarStore } from "../../storage/ports/columnar.ts";
import type { Recordings, SessionKey, SnapshotPiece } from "../../storage/ports/recordings.ts";
import { uuidFrom } from "../../values/uuid-from.ts";
import { type FlushPorts, flushSession, type LeaseOptions, NO_EVENTS } from "../maintenance/flush-session.ts";
import type { RrwebEvent } from "../recorder/rrweb.ts";
import { summarize } from "../recorder/summary.ts";
import { legacyFilePrefix, legacySessionOfKey } from "./legacy-keys.ts";
import { parseLegacyEvent } from "./legacy-lines.ts";

/** Its `files` are as `withColumnar` gives them. */
export interface LegacyImportPorts extends FlushPorts {
  readonly recordings: FlushPorts["recordings"] & Pick<Recordings, "append" | "erased" | "files">;
  readonly columnar: ColumnarStore;
}

interface PieceRange {
  readonly first: SnapshotPiece;
  readonly last: SnapshotPiece;
}

/** How many events are counted together: so many are in memory. */
const EVENT_BATCH_SIZE = 500;
/** An rrweb event that shows nothing. */
const CUSTOM_EVENT = 5;

/**
 * Makes a recording of a session in the columnar database: its figures are counted, and its rows listed as one of its files. May be repeated,
 * and completes what was broken off. False where there is nothing to do, or it has to be tried again because another is at it.
 */
export async function importLegacySession(
  session: SessionKey,
  flushing: LeaseOptions,
  ports: LegacyImportPorts,
): Promise<boolean> {
  const { recordings, columnar } = ports;
  const { projectId, sessionId } = session;
  const prefix = legacyFilePrefix(session);
  if (!legacySessionOfKey(prefix)) throw new Error("Its id is too long to name a file that stands for its rows.");
  if ((await recordings.erased(projectId, [sessionId])).has(sessionId)) {
    await columnar.erase([session]);
    return false;
  }
  const files = await recordings.files(projectId, sessionId);
  if (files.some(({ key }) => legacySessionOfKey(key))) return false;

  const counted = await appendSummaries(session, ports);
  if (!counted) return false;
  // One more for each try, so that there is something to begin a file with, also where a flusher has taken the others.
  await recordings.append(projectId, [spanningPiece(session, counted, files.length)]);
  return (await flushSession(session, flushing, ports, prefix)) !== null;
}

/** Appends the figures of all events; gives the first and the last piece. */
async function appendSummaries(session: SessionKey, ports: LegacyImportPorts): Promise<PieceRange | null> {
  const { projectId, sessionId } = session;
  let first: SnapshotPiece | null = null;
  let last: SnapshotPiece | null = null;
  for await (const { number, row, events } of eventBatches(session, ports.columnar)) {
    const piece: SnapshotPiece = {
      uuid: uuidFrom(`columnar/${projectId}/${sessionId}/${number}`),
      sessionId,
      windowId: row.windowId,
      receivedAt: ports.now(),
      ...summarize(events, row.distinctId),
      data: NO_EVENTS,
    };
    await ports.recordings.append(projectId, [piece]);
    first ??= piece;
    last = piece;
  }
  return first && last && { first, last };
}

async function* eventBatches(session: SessionKey, columnar: Pick<ColumnarStore, "events">) {
  let first: ColumnarEvent | null = null;
  let events: RrwebEvent[] = [];
  let number = 0;
  for await (const row of columnar.events(session)) {
    const event = parseLegacyEvent(row);
    if (!event) continue;
    first ??= row;
    events.push(event);
    if (events.length < EVENT_BATCH_SIZE) continue;
    yield { number, row: first, events };
    [first, events, number] = [null, [], number + 1];
  }
  if (first) yield { number, row: first, events };
}

/** A piece of the whole session's time, in which nothing is to be counted. */
function spanningPiece(
  { projectId, sessionId }: SessionKey,
  { first, last }: PieceRange,
  attempt: number,
): SnapshotPiece {
  const uuid = uuidFrom(`columnar/${projectId}/${sessionId}/opening/${attempt}`);
  const times = [first.summary.firstMs, last.summary.lastMs];
  const events = times.map((timestamp) => ({ type: CUSTOM_EVENT, timestamp }));
  return { ...first, uuid, ...summarize(events, first.summary.distinctId) };
}
