import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { v5 as uuidOf } from "uuid";
import type { Columnar, ColumnarEvent } from "../../storage/ports/columnar.ts";
import type { Files } from "../../storage/ports/files.ts";
import type { FileInProgress, Recordings, SessionKey, SnapshotPiece } from "../../storage/ports/recordings.ts";
import type { Flushing } from "../flush-session.ts";
import { snapshotLine } from "../lines.ts";
import type { RrwebEvent } from "../rrweb.ts";
import { summarize } from "../summary.ts";
import { columnarPrefix, columnarSession } from "./keys.ts";
import { readEvent } from "./lines.ts";

export interface TakeUpPorts {
  readonly recordings: Pick<
    Recordings,
    "append" | "find" | "files" | "claim" | "release" | "beginFile" | "boundPieces" | "finishFile"
  >;
  /** As `withColumnar` gives it. */
  readonly files: Pick<Files, "put">;
  readonly columnar: Columnar;
  readonly now: () => number;
}

interface Counted {
  readonly first: SnapshotPiece;
  readonly last: SnapshotPiece;
}

/** How many events are counted together: so many are in memory. */
const EVENTS_AT_ONCE = 500;
/** Pieces of such a session bring figures; the events stay where they are. */
const NO_EVENTS = "[]";
/** An rrweb event that shows nothing. */
const CUSTOM = 5;
const NAMESPACE = "8d0b5f7e-5d0e-4d53-9a0e-3b9a4c1d6f20";

/**
 * Makes a recording of a session in the columnar database: its figures are counted, and its rows listed as one of its files. May be repeated,
 * and completes what was broken off. False where there is nothing to do, or it has to be tried again because another is at it.
 */
export async function takeUp(session: SessionKey, flushing: Flushing, ports: TakeUpPorts): Promise<boolean> {
  const { recordings, columnar } = ports;
  const { projectId, sessionId } = session;
  const prefix = columnarPrefix(session);
  if (!columnarSession(prefix)) throw new Error("Its id is too long to name a file that stands for its rows.");
  const files = await recordings.files(projectId, sessionId);
  if (files.some(({ key }) => columnarSession(key))) return false;

  const counted = await countEvents(session, ports);
  if (!counted) return false;
  // One more for each try, so that there is something to begin a file with, also where a flusher has taken the others.
  await recordings.append(projectId, [opening(session, counted, files.length)]);
  if ((await recordings.find(projectId, [sessionId])).length === 0) {
    await columnar.erase([session]); // the recording was erased before
    return false;
  }
  const now = ports.now();
  if (!(await recordings.claim(session, flushing.owner, now + flushing.leaseMs, now))) return false;
  try {
    const file = await recordings.beginFile(session, prefix);
    if (!file || !columnarSession(file.key)) return false; // a flusher has begun one; it finishes that first
    await recordings.finishFile(session, { ...file, bytes: await keepOthers(session, file, ports) });
    return true;
  } finally {
    await recordings.release(session, flushing.owner).catch(() => {}); // it ends by itself, too
  }
}

/** Writes the file where pieces with events are bound to it, of a session that was recorded by both methods. Gives its size: 0 where it needs none. */
async function keepOthers(session: SessionKey, file: FileInProgress, { recordings, files }: TakeUpPorts) {
  const lines = async function* () {
    for await (const piece of recordings.boundPieces(session, file.key)) {
      if (piece.data !== NO_EVENTS) yield snapshotLine(piece);
    }
  };
  for await (const _line of lines()) {
    const content = Readable.from(lines(), { objectMode: false });
    return files.put(
      file.key,
      pipeline(content, createGzip(), () => {}), // what fails is seen by `put`
    );
  }
  return 0;
}

/** Appends the figures of all events; gives the first and the last piece. */
async function countEvents(session: SessionKey, ports: TakeUpPorts): Promise<Counted | null> {
  const { projectId, sessionId } = session;
  let first: SnapshotPiece | null = null;
  let last: SnapshotPiece | null = null;
  for await (const { number, row, events } of portions(session, ports.columnar)) {
    const piece: SnapshotPiece = {
      uuid: uuidOf(`${projectId}/${sessionId}/${number}`, NAMESPACE),
      sessionId,
      windowId: row.windowId,
      distinctId: row.distinctId,
      receivedAt: ports.now(),
      summary: summarize(events),
      data: NO_EVENTS,
    };
    await ports.recordings.append(projectId, [piece]);
    first ??= piece;
    last = piece;
  }
  return first && last && { first, last };
}

async function* portions(session: SessionKey, columnar: Pick<Columnar, "events">) {
  let first: ColumnarEvent | null = null;
  let events: RrwebEvent[] = [];
  let number = 0;
  for await (const row of columnar.events(session)) {
    const event = readEvent(row);
    if (!event) continue;
    first ??= row;
    events.push(event);
    if (events.length < EVENTS_AT_ONCE) continue;
    yield { number, row: first, events };
    [first, events, number] = [null, [], number + 1];
  }
  if (first) yield { number, row: first, events };
}

/** A piece of the whole session's time, in which nothing is to be counted. */
function opening({ projectId, sessionId }: SessionKey, { first, last }: Counted, attempt: number): SnapshotPiece {
  const uuid = uuidOf(`${projectId}/${sessionId}/opening/${attempt}`, NAMESPACE);
  const times = [first.summary.firstMs, last.summary.lastMs];
  return { ...first, uuid, summary: summarize(times.map((timestamp) => ({ type: CUSTOM, timestamp }))) };
}
