import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import type { Millis } from "../../storage/ports/common.ts";
import type { Files } from "../../storage/ports/files.ts";
import type { Recordings, SessionKey } from "../../storage/ports/recordings.ts";
import { GivenLines, splitLines } from "../lines.ts";
import { gunzipped } from "../player/streams.ts";
import { withColumnar } from "./files.ts";
import { columnarSession } from "./keys.ts";
import { columnarLines } from "./lines.ts";
import { type TakeUpPorts, takeUp } from "./take-up.ts";

export interface MigratePorts extends Omit<TakeUpPorts, "files"> {
  readonly recordings: TakeUpPorts["recordings"] & Pick<Recordings, "find">;
  /** Object storage itself, without the columnar database. */
  readonly files: Files;
}

/** Told of each session that was gone through, and what went wrong with it. */
export type Progress = (session: SessionKey, error: unknown) => void;

const LEASE_MS = 60_000;
/** Rows of so many sessions are removed together, because each removal has to rewrite much of the table. */
const SESSIONS_AT_ONCE = 100;

/**
 * Moves recordings whose last row is older than `before` from the columnar database to object storage: writes each one's file, reads it back, and removes the rows once all of them are in
 * it: nothing may be added to them any more. May be broken off at any step and begun again. Gives how many were moved; a session that cannot be is told of and passed over.
 */
export async function migrateRecordings(before: Millis, ports: MigratePorts, progress: Progress): Promise<number> {
  let moved = 0;
  let verified: SessionKey[] = [];
  const removeRows = async () => {
    if (verified.length > 0) await ports.columnar.erase(verified);
    moved += verified.length;
    verified = [];
  };
  for await (const session of ports.columnar.sessions(before)) {
    try {
      if (await writeFile(session, ports)) verified.push(session);
      progress(session, null);
    } catch (error) {
      progress(session, error);
    }
    if (verified.length === SESSIONS_AT_ONCE) await removeRows();
  }
  await removeRows();
  return moved;
}

/** False where the session was erased, or has no event. Throws where not all of its rows are in its file. */
async function writeFile(session: SessionKey, ports: MigratePorts): Promise<boolean> {
  const { recordings, files, columnar } = ports;
  const withRows = withColumnar(files, columnar);
  await takeUp(session, { owner: randomUUID(), leaseMs: LEASE_MS }, { ...ports, files: withRows });
  const listed = await recordings.files(session.projectId, session.sessionId);
  const file = listed.find(({ key }) => columnarSession(key));
  if (!file && (await recordings.find(session.projectId, [session.sessionId])).length === 0) return false;
  if (!file) throw new Error("The service is at it now: try again.");
  const written = await files.get(file.key);
  written?.stream.destroy();
  if (!written) await withRows.put(file.key, Readable.from([gzipSync("")], { objectMode: false }));
  await verify(session, file.key, ports);
  return true;
}

async function verify(session: SessionKey, key: string, { files, columnar }: MigratePorts): Promise<void> {
  const missing = new GivenLines();
  for await (const line of columnarLines(session, columnar)) missing.add(line);
  const written = await files.get(key);
  if (!written) throw new Error("Its file is not there after it was written.");
  for await (const line of splitLines(gunzipped(written.stream))) missing.take(line);
  if (missing.size > 0) throw new Error(`Its file ${key} lacks ${missing.size} of its snapshots; the rows are kept.`);
}
