import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import type { Millis } from "../../storage/ports/common.ts";
import type { Files } from "../../storage/ports/files.ts";
import type { Recordings, SessionKey } from "../../storage/ports/recordings.ts";
import { gunzipStream } from "../player/streams.ts";
import { LineMultiset, splitLines } from "../snapshot-lines.ts";
import { importLegacySession, type LegacyImportPorts } from "./import-legacy-session.ts";
import { withLegacyRecordings } from "./legacy-files.ts";
import { legacySessionOfKey } from "./legacy-keys.ts";
import { legacySnapshotLines } from "./legacy-lines.ts";

export interface MigratePorts extends Omit<LegacyImportPorts, "files"> {
  readonly recordings: LegacyImportPorts["recordings"] & Pick<Recordings, "find">;
  /** Object storage itself, without the columnar database. */
  readonly files: Files;
}

/** Told of each session that was gone through, and what went wrong with it. */
export type MigrationProgress = (session: SessionKey, error: unknown) => void;

const LEASE_MS = 60_000;
/** Rows of so many sessions are removed together, because each removal has to rewrite much of the table. */
const SESSION_BATCH_SIZE = 100;

/**
 * Moves recordings whose last row is older than `before` from the columnar database to object storage: writes each one's file, reads it back, and removes the rows once all of them are in
 * it: nothing may be added to them any more. May be broken off at any step and begun again. Gives how many were moved; a session that cannot be is told of and passed over.
 */
export async function migrateLegacyRecordings(
  before: Millis,
  ports: MigratePorts,
  progress: MigrationProgress,
): Promise<number> {
  let moved = 0;
  let verified: SessionKey[] = [];
  const removeRows = async () => {
    if (verified.length > 0) await ports.columnar.erase(verified);
    moved += verified.length;
    verified = [];
  };
  for await (const session of ports.columnar.sessions(before)) {
    try {
      if (await migrateSession(session, ports)) verified.push(session);
      progress(session, null);
    } catch (error) {
      progress(session, error);
    }
    if (verified.length === SESSION_BATCH_SIZE) await removeRows();
  }
  await removeRows();
  return moved;
}

/** False where the session was erased, or has no event. Throws where not all of its rows are in its file. */
async function migrateSession(session: SessionKey, ports: MigratePorts): Promise<boolean> {
  const { recordings, files, columnar } = ports;
  const withRows = withLegacyRecordings(files, columnar);
  await importLegacySession(session, { owner: randomUUID(), leaseMs: LEASE_MS }, { ...ports, files: withRows });
  const listed = await recordings.files(session.projectId, session.sessionId);
  const file = listed.find(({ key }) => legacySessionOfKey(key));
  if (!file && (await recordings.find(session.projectId, [session.sessionId])).length === 0) return false;
  if (!file) throw new Error("The service is at it now: try again.");
  const written = await files.get(file.key);
  written?.stream.destroy();
  if (!written) await withRows.put(file.key, Readable.from([gzipSync("")], { objectMode: false }));
  await verifyFile(session, file.key, ports);
  return true;
}

async function verifyFile(session: SessionKey, key: string, { files, columnar }: MigratePorts): Promise<void> {
  const missing = new LineMultiset();
  for await (const line of legacySnapshotLines(session, columnar)) missing.add(line);
  const written = await files.get(key);
  if (!written) throw new Error("Its file is not there after it was written.");
  for await (const line of splitLines(gunzipStream(written.stream))) missing.remove(line);
  if (missing.size > 0) throw new Error(`Its file ${key} lacks ${missing.size} of its snapshots; the rows are kept.`);
}
