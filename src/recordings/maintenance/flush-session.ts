import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { Millis } from "../../storage/ports/common.ts";
import type { Files } from "../../storage/ports/files.ts";
import type { FileInProgress, Recordings, SessionKey } from "../../storage/ports/recordings.ts";
import { filePrefix } from "../file-keys.ts";
import { legacySessionOfKey } from "../legacy/legacy-keys.ts";
import { coalesceChunks, snapshotLine } from "../snapshot-lines.ts";

export interface FlushPorts {
  readonly recordings: Pick<Recordings, "due" | "claim" | "release" | "beginFile" | "boundPieces" | "finishFile">;
  readonly files: Pick<Files, "put" | "delete">;
  readonly now: () => Millis;
}

/** Who flushes: a name that no other flusher has, and how long it is left alone with a session. */
export interface LeaseOptions {
  readonly owner: string;
  readonly leaseMs: number;
}

/** The session was erased while its file was written, or another flusher has finished the file. */
class FlushSuperseded extends Error {}

const CHUNK_BYTES = 65_536;

/** The data of a piece that brings figures only: its events are in the columnar database. */
export const NO_EVENTS = "[]";

/**
 * Moves a session's snapshots to a file: claim, begin, write, finish. After a failure at any step, which leaves the claim as it was, a repetition
 * completes it, under the same key and with the same content. Gives the file's size; null where there is nothing to move, or another
 * flusher is at it. `prefix` is what the key of a new file begins with.
 */
export async function flushSession(
  session: SessionKey,
  flushing: LeaseOptions,
  ports: FlushPorts,
  prefix: string = filePrefix(session),
): Promise<number | null> {
  const lease = new Lease(session, flushing, ports);
  if (!(await lease.renew())) return null;
  const bytes = await writeSessionFile(session, prefix, lease, ports).catch((error: unknown) => {
    if (error instanceof FlushSuperseded) return null;
    throw error;
  });
  await ports.recordings.release(session, flushing.owner).catch(() => {}); // it ends by itself, too
  return bytes;
}

async function writeSessionFile(
  session: SessionKey,
  prefix: string,
  lease: Lease,
  ports: FlushPorts,
): Promise<number | null> {
  const { recordings, files } = ports;
  const file = await recordings.beginFile(session, prefix);
  if (!file) return null;
  const isRead = legacySessionOfKey(file.key) !== null && !(await hasEvents(session, file, ports)); // from the rows, until they move
  const bytes = isRead ? 0 : await uploadFile(file, fileLines(session, file, lease, ports), ports);
  if (await recordings.finishFile(session, { ...file, bytes })) return bytes;
  await files.delete([file.key]); // erased meanwhile; and listed, should this fail
  return null;
}

async function hasEvents(session: SessionKey, { key }: FileInProgress, { recordings }: FlushPorts): Promise<boolean> {
  for await (const { data } of recordings.boundPieces(session, key)) if (data !== NO_EVENTS) return true;
  return false;
}

async function uploadFile(
  file: FileInProgress,
  lines: AsyncGenerator<Uint8Array>,
  { files }: FlushPorts,
): Promise<number> {
  const content = Readable.from(coalesceChunks(lines, CHUNK_BYTES), { objectMode: false });
  const packed = pipeline(content, createGzip(), () => {}); // what fails is seen by `put`
  try {
    return await files.put(file.key, packed);
  } finally {
    packed.destroy();
  }
}

async function* fileLines(session: SessionKey, file: FileInProgress, lease: Lease, { recordings }: FlushPorts) {
  for await (const piece of recordings.boundPieces(session, file.key)) {
    if (!(await lease.renewIfNeeded())) throw new FlushSuperseded();
    if (piece.data !== NO_EVENTS) yield snapshotLine(piece);
  }
  // While the file is in progress its pieces stay, so these were all. Otherwise a finished file must not be replaced by what was left to read.
  const inProgress = await recordings.beginFile(session, filePrefix(session));
  if (inProgress?.key !== file.key) throw new FlushSuperseded();
}

class Lease {
  readonly #session: SessionKey;
  readonly #options: LeaseOptions;
  readonly #ports: FlushPorts;
  #expiresAt: Millis = 0;

  constructor(session: SessionKey, flushing: LeaseOptions, ports: FlushPorts) {
    this.#session = session;
    this.#options = flushing;
    this.#ports = ports;
  }

  async renew(): Promise<boolean> {
    const { owner, leaseMs } = this.#options;
    const now = this.#ports.now();
    this.#expiresAt = now + leaseMs;
    return this.#ports.recordings.claim(this.#session, owner, this.#expiresAt, now);
  }

  /** Prolongs it once half of it is over. */
  async renewIfNeeded(): Promise<boolean> {
    return this.#ports.now() < this.#expiresAt - this.#options.leaseMs / 2 || this.renew();
  }
}
