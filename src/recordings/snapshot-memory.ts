import { LRUCache } from "lru-cache";
import { groupBy } from "../lib/group-by.ts";
import type { ProjectId } from "../store/ports/common.ts";
import type { RecordingPorts } from "../store/ports/stores.ts";
import { parseSessionName, sessionName } from "./session-properties.ts";
import { snapshotLine } from "./snapshot-lines.ts";

type CachedSession = { readonly lines: Map<string, Uint8Array>; readonly bytes: number };

const NO_UUIDS: ReadonlySet<string> = new Set();
/** Estimated memory of a cached line beyond its bytes. */
const LINE_OVERHEAD_BYTES = 200;
/** Limits unread sessions: another node may have erased them. */
const DEFAULT_TTL_MS = 600_000;

export type SnapshotMemory = ReturnType<typeof snapshotMemory>;

/**
 * Caches unflushed snapshots up to `maxBytes`, without sessions that alone are larger. Reads ask the store which
 * snapshots exist, so that nothing is stale, and save reading data.
 */
export function snapshotMemory(
  { pieces, erasure }: Pick<RecordingPorts, "pieces" | "erasure">,
  maxBytes: number,
  ttl: number = DEFAULT_TTL_MS,
) {
  const sessions =
    maxBytes > 0 ? new LRUCache<string, CachedSession>({ maxSize: maxBytes, ttl, ttlAutopurge: true }) : null;
  const set = (session: string, held: CachedSession) => {
    if (held.bytes > 0) sessions?.set(session, held, { size: held.bytes });
    else sessions?.delete(session);
  };
  const cacheLine = (session: string, uuid: string, line: Uint8Array) => {
    const { lines, bytes } = sessions?.peek(session) ?? { lines: new Map<string, Uint8Array>(), bytes: 0 };
    if (lines.has(uuid)) return;
    set(session, { lines: lines.set(uuid, line), bytes: bytes + line.byteLength + LINE_OVERHEAD_BYTES });
  };
  const retainOnly = (session: string, uuids: ReadonlySet<string>) => {
    const held = sessions?.peek(session);
    if (!held) return;
    const lines = new Map([...held.lines].filter(([uuid]) => uuids.has(uuid)));
    if (lines.size === held.lines.size) return;
    const bytes = [...lines.values()].reduce((sum, line) => sum + line.byteLength + LINE_OVERHEAD_BYTES, 0);
    set(session, { lines, bytes });
  };
  const forget = (projectId: ProjectId, sessionId: string) => {
    sessions?.delete(sessionName({ projectId, sessionId }));
  };
  return {
    forget,
    get bytes(): number {
      return sessions?.calculatedSize ?? 0;
    },

    /** Yields pieces in no finished file, by the time of their first snapshot. */
    async *lines(projectId: ProjectId, sessionId: string): AsyncGenerator<Uint8Array, void> {
      const session = sessionName({ projectId, sessionId });
      const yielded = new Set<string>();
      let bytes = 0;
      const held = new Set(sessions?.get(session)?.lines.keys());
      // Cached lines may be evicted during a slow read; then the rest is read from the store.
      for (const known of [held, NO_UUIDS]) {
        let complete = true;
        for await (const { uuid, windowId, data } of pieces.unflushed(projectId, sessionId, known)) {
          if (yielded.has(uuid)) continue;
          const line = data === null ? sessions?.peek(session)?.lines.get(uuid) : snapshotLine({ windowId, data });
          complete = line !== undefined;
          if (!line) break;
          yielded.add(uuid);
          bytes += line.byteLength + LINE_OVERHEAD_BYTES;
          if (bytes > maxBytes) sessions?.delete(session);
          else if (data !== null) cacheLine(session, uuid, line);
          yield line;
        }
        if (complete) break;
      }
      retainOnly(session, yielded);
    },

    async forgetErased(): Promise<void> {
      const held = [...(sessions?.keys() ?? [])].map(parseSessionName);
      for (const [projectId, group] of groupBy(held, (session) => session.projectId)) {
        const sessionIds = group.map(({ sessionId }) => sessionId);
        for (const sessionId of await erasure.erased(projectId, sessionIds)) forget(projectId, sessionId);
      }
    },
  };
}
