import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { ColumnarStore } from "../../storage/ports/columnar.ts";
import type { Files } from "../../storage/ports/files.ts";
import type { SessionKey } from "../../storage/ports/recordings.ts";
import { legacySessionOfKey } from "../file-keys.ts";
import { openStream } from "../player/streams.ts";
import { coalesceChunks } from "../snapshot-lines.ts";
import { legacySnapshotLines } from "./legacy-lines.ts";

const CHUNK_BYTES = 65_536;

/**
 * Returns object storage in which a session's rows in the columnar database appear as a file. `get` reads the rows
 * until the file is written, `put` appends them to the content, and `delete` deletes them, too.
 */
export function withLegacyRecordings(files: Files, columnar: ColumnarStore): Files {
  return {
    async get(key, part) {
      const [stored, session] = [await files.get(key, part), legacySessionOfKey(key)];
      if (stored || part || !session) return stored;
      const hasRows = (await columnar.existingSessions(session.projectId, [session.sessionId])).size > 0;
      return hasRows ? { stream: await gzippedRows(session, columnar), bytes: null } : null;
    },
    async put(key, content) {
      const session = legacySessionOfKey(key);
      if (!session) return files.put(key, content);
      return files.put(key, Readable.from(appendRows(content, session, columnar), { objectMode: false }));
    },
    async delete(keys) {
      await files.delete(keys);
      const sessions = keys.map(legacySessionOfKey).filter((session) => session !== null);
      if (sessions.length > 0) await columnar.erase(sessions);
    },
    presignedUrl: (key, seconds) => files.presignedUrl(key, seconds),
    list: (prefix) => files.list(prefix),
  };
}

/** Concatenated gzip files are a valid gzip file. */
async function* appendRows(content: Readable, session: SessionKey, columnar: ColumnarStore) {
  yield* content;
  yield* await gzippedRows(session, columnar);
}

async function gzippedRows(session: SessionKey, columnar: ColumnarStore): Promise<Readable> {
  const lines = await openStream(() => coalesceChunks(legacySnapshotLines(session, columnar), CHUNK_BYTES));
  return pipeline(lines, createGzip(), () => {}); // the reader sees errors
}
