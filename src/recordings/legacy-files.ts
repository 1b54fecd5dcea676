import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { Files } from "../store/ports/files.ts";
import type { LegacyEvent, LegacyStore } from "../store/ports/legacy-store.ts";
import type { SessionKey } from "../store/ports/recordings.ts";
import { legacySessionOfKey } from "./file-keys.ts";
import { isRrwebEvent, type RrwebEvent } from "./rrweb.ts";
import { coalesceChunks, openStream, snapshotLine } from "./snapshot-lines.ts";

type Ports = Pick<LegacyStore, "events">;

/** Shows legacy rows as files: `get` reads rows until the file is written, `put` appends, `delete` deletes them. */
export function withLegacyRecordings(files: Files, legacy: LegacyStore): Files {
  return {
    async get(key, part) {
      const [stored, session] = [await files.get(key, part), legacySessionOfKey(key)];
      if (stored || part || !session) return stored;
      const hasRows = (await legacy.existingSessions(session.projectId, [session.sessionId])).size > 0;
      return hasRows ? { stream: await gzippedRows(session, legacy), bytes: null } : null;
    },
    async put(key, content) {
      const session = legacySessionOfKey(key);
      if (!session) return files.put(key, content);
      return files.put(key, Readable.from(appendRows(content, session, legacy), { objectMode: false }));
    },
    async delete(keys) {
      await files.delete(keys);
      const sessions = keys.map(legacySessionOfKey).filter((session) => session !== null);
      if (sessions.length > 0) await legacy.erase(sessions);
    },
    presignedUrl: (key, seconds) => files.presignedUrl(key, seconds),
    list: (prefix) => files.list(prefix),
    ...(files.localPath ? { localPath: files.localPath } : {}),
  };
}

/** Concatenated gzip files are a valid gzip file. */
async function* appendRows(content: Readable, session: SessionKey, legacy: LegacyStore) {
  yield* content;
  yield* await gzippedRows(session, legacy);
}

async function gzippedRows(session: SessionKey, legacy: LegacyStore): Promise<Readable> {
  const lines = await openStream(() => coalesceChunks(legacySnapshotLines(session, legacy)));
  return pipeline(lines, createGzip(), () => {}); // the reader sees errors
}

/** Yields rows by time, the same on each call. Skips rows that are not rrweb events. */
export async function* legacySnapshotLines(session: SessionKey, legacy: Ports): AsyncGenerator<Uint8Array, void> {
  for await (const row of legacy.events(session)) {
    if (parseLegacyEvent(row)) yield snapshotLine({ windowId: row.windowId, data: `[${row.data}]` });
  }
}

export function parseLegacyEvent({ data }: LegacyEvent): RrwebEvent | null {
  try {
    const value: unknown = JSON.parse(data);
    return isRrwebEvent(value) ? value : null;
  } catch {
    return null;
  }
}
