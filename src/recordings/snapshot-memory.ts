import { LRUCache } from "lru-cache";
import { groupBy } from "../lib/group-by.ts";
import type { ProjectId } from "../store/ports/common.ts";
import type { RecordingErasure, RecordingPieces } from "../store/ports/recordings.ts";
import { parseSessionName, sessionName } from "./session-properties.ts";
import { snapshotLine } from "./snapshot-lines.ts";

export interface MemoryPorts {
  readonly pieces: RecordingPieces;
  readonly erasure: RecordingErasure;
}

interface CachedSession {
  readonly lines: Map<string, Uint8Array>;
  readonly bytes: number;
}

const NO_UUIDS: ReadonlySet<string> = new Set();
/** Estimated memory of a cached line beyond its bytes. */
const LINE_OVERHEAD_BYTES = 200;
/** Limits unread sessions: another node may have erased them. */
const DEFAULT_TTL_MS = 600_000;

/**
 * Caches unflushed snapshots up to `maxBytes`, without sessions that alone are larger. Reads ask the store which
 * snapshots exist, so that nothing is stale, and save reading data.
 */
export class SnapshotMemory {
  readonly #ports: MemoryPorts;
  readonly #maxBytes: number;
  readonly #sessions: LRUCache<string, CachedSession> | null;

  constructor(ports: MemoryPorts, maxBytes: number, ttlMs: number = DEFAULT_TTL_MS) {
    this.#ports = ports;
    this.#maxBytes = maxBytes;
    this.#sessions = maxBytes > 0 ? new LRUCache({ maxSize: maxBytes, ttl: ttlMs, ttlAutopurge: true }) : null;
  }

  get bytes(): number {
    return this.#sessions?.calculatedSize ?? 0;
  }

  /** Yields pieces in no finished file, by the time of their first snapshot. */
  async *lines(projectId: ProjectId, sessionId: string): AsyncGenerator<Uint8Array, void> {
    const session = sessionName({ projectId, sessionId });
    const yielded = new Set<string>();
    let bytes = 0;
    const held = new Set(this.#sessions?.get(session)?.lines.keys());
    // Cached lines may be evicted during a slow read; then the rest is read from the store.
    for (const known of [held, NO_UUIDS]) {
      let complete = true;
      for await (const { uuid, windowId, data } of this.#ports.pieces.unflushed(projectId, sessionId, known)) {
        if (yielded.has(uuid)) continue;
        const line = data === null ? this.#cachedLine(session, uuid) : snapshotLine({ windowId, data });
        complete = line !== undefined;
        if (!line) break;
        yielded.add(uuid);
        bytes += line.byteLength + LINE_OVERHEAD_BYTES;
        if (bytes > this.#maxBytes) this.#sessions?.delete(session);
        else if (data !== null) this.#cacheLine(session, uuid, line);
        yield line;
      }
      if (complete) break;
    }
    this.#retainOnly(session, yielded);
  }

  async forgetErased(): Promise<void> {
    const sessions = [...(this.#sessions?.keys() ?? [])].map(parseSessionName);
    for (const [projectId, group] of groupBy(sessions, (session) => session.projectId)) {
      const sessionIds = group.map(({ sessionId }) => sessionId);
      const erased = await this.#ports.erasure.erased(projectId, sessionIds);
      for (const sessionId of erased) this.forget(projectId, sessionId);
    }
  }

  forget(projectId: ProjectId, sessionId: string): void {
    this.#sessions?.delete(sessionName({ projectId, sessionId }));
  }

  #cachedLine(session: string, uuid: string): Uint8Array | undefined {
    return this.#sessions?.peek(session)?.lines.get(uuid);
  }

  #cacheLine(session: string, uuid: string, line: Uint8Array): void {
    const { lines, bytes } = this.#sessions?.peek(session) ?? { lines: new Map<string, Uint8Array>(), bytes: 0 };
    if (lines.has(uuid)) return;
    this.#set(session, { lines: lines.set(uuid, line), bytes: bytes + line.byteLength + LINE_OVERHEAD_BYTES });
  }

  #retainOnly(session: string, uuids: ReadonlySet<string>): void {
    const held = this.#sessions?.peek(session);
    if (!held) return;
    const lines = new Map([...held.lines].filter(([uuid]) => uuids.has(uuid)));
    if (lines.size === held.lines.size) return;
    const bytes = [...lines.values()].reduce((sum, line) => sum + line.byteLength + LINE_OVERHEAD_BYTES, 0);
    this.#set(session, { lines, bytes });
  }

  #set(session: string, held: CachedSession): void {
    if (held.bytes > 0) this.#sessions?.set(session, held, { size: held.bytes });
    else this.#sessions?.delete(session);
  }
}
