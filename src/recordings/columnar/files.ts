import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { Columnar } from "../../storage/ports/columnar.ts";
import type { Files } from "../../storage/ports/files.ts";
import type { SessionKey } from "../../storage/ports/recordings.ts";
import { joined } from "../lines.ts";
import { openStream } from "../player/streams.ts";
import { columnarSession } from "./keys.ts";
import { columnarLines } from "./lines.ts";

const CHUNK_BYTES = 65_536;

/**
 * Object storage in which a session's rows are a file, too: it is read from the rows until it is written, has them at its end whoever writes
 * it, and takes them along when it is deleted.
 */
export function withColumnar(files: Files, columnar: Columnar): Files {
  return {
    async get(key, part) {
      const [stored, session] = [await files.get(key, part), columnarSession(key)];
      if (stored || part || !session) return stored;
      const hasRows = (await columnar.present(session.projectId, [session.sessionId])).size > 0;
      return hasRows ? { stream: await packedRows(session, columnar), bytes: null } : null;
    },
    async put(key, content) {
      const session = columnarSession(key);
      if (!session) return files.put(key, content);
      return files.put(key, Readable.from(oneAfterTheOther(content, session, columnar), { objectMode: false }));
    },
    async delete(keys) {
      await files.delete(keys);
      const sessions = keys.map(columnarSession).filter((session) => session !== null);
      if (sessions.length > 0) await columnar.erase(sessions);
    },
    link: (key, seconds) => files.link(key, seconds),
    list: (prefix) => files.list(prefix),
  };
}

/** Gzip files may follow one another in one. */
async function* oneAfterTheOther(content: Readable, session: SessionKey, columnar: Columnar) {
  yield* content;
  yield* await packedRows(session, columnar);
}

async function packedRows(session: SessionKey, columnar: Columnar): Promise<Readable> {
  const lines = await openStream(() => joined(columnarLines(session, columnar), CHUNK_BYTES));
  return pipeline(lines, createGzip(), () => {}); // what fails is seen by the reader
}
