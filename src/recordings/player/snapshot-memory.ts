import { LRUCache } from "lru-cache";
import type { ProjectId } from "../../storage/ports/common.ts";
import type { Recordings } from "../../storage/ports/recordings.ts";
import { snapshotLine } from "../snapshot-lines.ts";

/** A session's lines by their pieces' uuids. */
interface CachedSession {
  readonly lines: Map<string, Uint8Array>;
  readonly bytes: number;
}

const NO_UUIDS: ReadonlySet<string> = new Set();
/** What holding a line costs beside the line, about. */
const LINE_OVERHEAD_BYTES = 200;
/** How long a session stays that nobody looks at: it may have been erased on another node. */
const TTL_MS = 600_000;

/**
 * The snapshots of recent sessions. The store says at each reading which there are, so that nothing is stale; the memory spares reading what
 * it has. It holds at most `maxBytes`, however many read, and nothing of a session that alone is larger.
 */
export class SnapshotMemory {
  readonly #recordings: Pick<Recordings, "pieces" | "erased">;
  readonly #maxBytes: number;
  readonly #sessions: LRUCache<string, CachedSession> | null;

  constructor(recordings: Pick<Recordings, "pieces" | "erased">, maxBytes: number, lifetimeMs: number = TTL_MS) {
    this.#recordings = recordings;
    this.#maxBytes = maxBytes;
    this.#sessions = maxBytes > 0 ? new LRUCache({ maxSize: maxBytes, ttl: lifetimeMs, ttlAutopurge: true }) : null;
  }

  /** Bytes held now, about. */
  get bytes(): number {
    return this.#sessions?.calculatedSize ?? 0;
  }

  /** The session's snapshots that are in no file, a line for each piece, by the time of their first snapshot. */
  async *lines(projectId: ProjectId, sessionId: string): AsyncGenerator<Uint8Array, void> {
    const session = `${projectId}/${sessionId}`;
    const given = new Set<string>();
    let bytes = 0;
    const held = new Set(this.#sessions?.get(session)?.lines.keys());
    // What is held may be let go of while a slow reader is on its way; then the store is read again for the rest.
    for (const known of [held, NO_UUIDS]) {
      let complete = true;
      for await (const { uuid, windowId, data } of this.#recordings.pieces(projectId, sessionId, known)) {
        if (given.has(uuid)) continue;
        const line = data === null ? this.#cachedLine(session, uuid) : snapshotLine({ windowId, data });
        complete = line !== undefined;
        if (!line) break;
        given.add(uuid);
        bytes += line.byteLength + LINE_OVERHEAD_BYTES;
        if (bytes > this.#maxBytes) this.#sessions?.delete(session);
        else if (data !== null) this.#cacheLine(session, uuid, line);
        yield line;
      }
      if (complete) break;
    }
    this.#retainOnly(session, given);
  }

  /** Lets go of what was erased, perhaps on another node. */
  async forgetErased(): Promise<void> {
    const byProject = new Map<ProjectId, string[]>();
    for (const session of this.#sessions?.keys() ?? []) {
      const end = session.indexOf("/");
      const sessionIds = byProject.get(session.slice(0, end)) ?? [];
      sessionIds.push(session.slice(end + 1));
      byProject.set(session.slice(0, end), sessionIds);
    }
    for (const [projectId, sessionIds] of byProject) {
      const erased = await this.#recordings.erased(projectId, sessionIds);
      for (const sessionId of erased) this.forget(projectId, sessionId);
    }
  }

  /** Lets go of a session that was erased. */
  forget(projectId: ProjectId, sessionId: string): void {
    this.#sessions?.delete(`${projectId}/${sessionId}`);
  }

  #cachedLine(session: string, uuid: string): Uint8Array | undefined {
    return this.#sessions?.peek(session)?.lines.get(uuid);
  }

  #cacheLine(session: string, uuid: string, line: Uint8Array): void {
    const { lines, bytes } = this.#sessions?.peek(session) ?? { lines: new Map<string, Uint8Array>(), bytes: 0 };
    if (lines.has(uuid)) return;
    this.#set(session, { lines: lines.set(uuid, line), bytes: bytes + line.byteLength + LINE_OVERHEAD_BYTES });
  }

  /** Lets go of what the store has no more in its unflushed snapshots. */
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
