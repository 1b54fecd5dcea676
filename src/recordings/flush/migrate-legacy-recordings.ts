import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import type { Millis } from "../../store/ports/common.ts";
import type { Files } from "../../store/ports/files.ts";
import type { RecordingLibrary, SessionKey } from "../../store/ports/recordings.ts";
import { gunzipStream, LineMultiset, splitLines } from "../play/snapshot-lines.ts";
import { legacySessionOfKey } from "./file-keys.ts";
import { importLegacySession, type LegacyImportPorts } from "./import-legacy-session.ts";
import { legacySnapshotLines, withLegacyRecordings } from "./legacy-files.ts";

export interface MigratePorts extends Omit<LegacyImportPorts, "files"> {
  readonly library: RecordingLibrary;
  /** Direct access without the legacy database. */
  readonly files: Files;
}

/** Called with an error or null after each session. */
export type MigrationProgress = (session: SessionKey, error: unknown) => void;

const LEASE_MS = 60_000;
/** Rows are removed in batches, because each removal rewrites much of the table. */
const SESSION_BATCH_SIZE = 100;

/**
 * Moves recordings with no row since `before` to object storage. Removes rows once the file is verified; none may be
 * added meanwhile. Resumable. Returns the number of moved recordings; skips those that fail.
 */
export async function migrateLegacyRecordings(
  before: Millis,
  ports: MigratePorts,
  progress: MigrationProgress,
): Promise<number> {
  let moved = 0;
  let verified: SessionKey[] = [];
  const removeRows = async () => {
    if (verified.length > 0) await ports.legacy.erase(verified);
    moved += verified.length;
    verified = [];
  };
  for await (const session of ports.legacy.sessions(before)) {
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

/** Returns false if erased or without events. Throws if the file lacks rows. */
async function migrateSession(session: SessionKey, ports: MigratePorts): Promise<boolean> {
  const { library, pieces, files, legacy } = ports;
  const withRows = withLegacyRecordings(files, legacy);
  await importLegacySession(session, { owner: randomUUID(), leaseMs: LEASE_MS }, { ...ports, files: withRows });
  const listed = await pieces.files(session.projectId, session.sessionId);
  const file = listed.find(({ key }) => legacySessionOfKey(key));
  if (!file && (await library.find(session.projectId, [session.sessionId])).length === 0) return false;
  if (!file) throw new Error("The service is importing it now. Try again.");
  const written = await files.get(file.key);
  written?.stream.destroy();
  if (!written) await withRows.put(file.key, Readable.from([gzipSync("")], { objectMode: false }));
  await verifyFile(session, file.key, ports);
  return true;
}

async function verifyFile(session: SessionKey, key: string, { files, legacy }: MigratePorts): Promise<void> {
  const missing = new LineMultiset();
  for await (const line of legacySnapshotLines(session, legacy)) missing.add(line);
  const written = await files.get(key);
  if (!written) throw new Error("The file is missing after it was written.");
  for await (const line of splitLines(gunzipStream(written.stream))) missing.remove(line);
  if (missing.size > 0) throw new Error(`The file ${key} lacks ${missing.size} of its snapshots. The rows are kept.`);
}
