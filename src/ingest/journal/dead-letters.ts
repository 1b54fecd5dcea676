import type { Millis, Page, ProjectId } from "../../store/ports/common.ts";
import type { SessionKey } from "../../store/ports/recordings.ts";
import { allOf, indexOfFull, type SqliteConnection } from "../../store/sqlite/sqlite-connection.ts";
import { type JournalEntry, type PackedGroup, packGroup } from "./journal-entry.ts";

/** An event that the store or the domain will never accept. */
export interface DeadLetter {
  readonly projectId: ProjectId;
  readonly uuid: string;
  readonly reason: string;
  /** The session whose snapshots it contains; null if it contains none. */
  readonly sessionId: string | null;
  /** When it became a dead letter. */
  readonly at: Millis;
  readonly event: string;
}

/** A dead letter as it is read. Ids grow, and are never used twice. */
export interface StoredDeadLetter extends DeadLetter {
  readonly id: number;
}

export type DeadLetterReplay = { readonly letter: StoredDeadLetter; readonly entry: JournalEntry };

export type ReplayedGroup = { readonly group: number; readonly events: readonly EventKey[] };

type EventKey = Pick<DeadLetter, "projectId" | "uuid">;

export interface DeadLetterLimits {
  readonly maxBytes: number;
  /** The part of it that one project keeps if others need room. */
  readonly projectShare: number;
}

export interface DeadLetterCounts {
  readonly added: number;
  /** How many older ones were deleted to make room. */
  readonly dropped: number;
}

/** Small batches, so that requests, which are appended to the same file, do not wait long. */
const MAX_BATCH_LETTERS = 200;
const MAX_BATCH_BYTES = 4 * 1024 * 1024;
const SELECT_LETTER = `SELECT id, project_id AS projectId, uuid, reason, session_id AS sessionId, at, event
  FROM dead_letters`;
const SELECT_SIZE = "SELECT id, octet_length(event) AS bytes FROM dead_letters";
const INSERT = `INSERT OR IGNORE INTO dead_letters (project_id, uuid, reason, session_id, at, event)
  VALUES (?, ?, ?, ?, ?, ?)`;
const DELETE_BY_ID = "DELETE FROM dead_letters WHERE id = ?";

type LetterSize = { readonly id: number; readonly bytes: number };

export class DeadLetters {
  readonly #connection: SqliteConnection;
  readonly #insertGroup: (group: PackedGroup) => number;
  readonly #limits: DeadLetterLimits;
  /** An upper bound of the events' bytes: only this process adds letters, but others may remove some. */
  #bytes = Number.POSITIVE_INFINITY;

  /** `insertGroup` adds a group to the journal and returns its id. */
  constructor(
    connection: SqliteConnection,
    insertGroup: (group: PackedGroup) => number,
    limits: DeadLetterLimits = { maxBytes: Number.POSITIVE_INFINITY, projectShare: 1 },
  ) {
    this.#connection = connection;
    this.#insertGroup = insertGroup;
    this.#limits = limits;
  }

  /** Stores each once by project and uuid. Above the limit the oldest go, first those of projects above their share. */
  setAside(deadLetters: readonly DeadLetter[]): DeadLetterCounts {
    return this.#connection.transaction(() => {
      let added = 0;
      for (const { projectId, uuid, reason, sessionId, at, event } of deadLetters) {
        if (this.#connection.run(INSERT, projectId, uuid, reason, sessionId, at, event) === 0) continue;
        added += 1;
        this.#bytes += Buffer.byteLength(event);
      }
      return { added, dropped: this.#bytes > this.#limits.maxBytes ? this.#deleteOldest() : 0 };
    });
  }

  count(filter: DeadLetterFilter = {}): number {
    const [where, values] = whereClause(filter);
    const count = `SELECT count(*) AS count FROM dead_letters WHERE ${where}`;
    return this.#connection.one<{ count: number }>(count, ...values).count;
  }

  /** Returns a page of dead letters, newest first, without reading long texts into memory. */
  list(filter: DeadLetterFilter, { limit, offset }: Page): DeadLetterExcerpt[] {
    const [where, values] = whereClause(filter);
    const select = `${SELECT_EXCERPT} WHERE ${where} ORDER BY id DESC LIMIT ? OFFSET ?`;
    return this.#connection.all(select, ...values, limit, offset);
  }

  /** Returns up to `limit` reasons of the project's dead letters, the most frequent first. */
  reasons(projectId: ProjectId, limit: number): ReasonCount[] {
    const select = `SELECT reason, count(*) AS count FROM dead_letters WHERE project_id = ?
      GROUP BY reason ORDER BY count DESC, reason LIMIT ?`;
    return this.#connection.all(select, projectId, limit);
  }

  /** Yields the dead letters after this id that exist at the first call, oldest first, in batches. */
  *batches(filter: DeadLetterFilter, start = 0): Generator<StoredDeadLetter[]> {
    const [where, values] = whereClause(filter);
    const inRange = `${where} AND id > ? AND id <= ? ORDER BY id`;
    const { newest } = this.#connection.one<{ newest: number | null }>("SELECT max(id) AS newest FROM dead_letters");
    for (let after = start; ; ) {
      const selectSizes = `${SELECT_SIZE} WHERE ${inRange} LIMIT ${MAX_BATCH_LETTERS}`;
      const last = lastIdOfBatch(this.#connection.all(selectSizes, ...values, after, newest ?? 0));
      if (last === undefined) return;
      yield this.#connection.all(`${SELECT_LETTER} WHERE ${inRange}`, ...values, after, last);
      after = last;
    }
  }

  /** Moves letters that still exist to the journal, in one transaction, as one group; returns null if none does. */
  replay(replays: readonly DeadLetterReplay[], now: Millis): ReplayedGroup | null {
    return this.#connection.transaction(() => {
      const replayed = replays.filter(({ letter }) => this.#connection.run(DELETE_BY_ID, letter.id) > 0);
      if (replayed.length === 0) return null;
      const group = this.#insertGroup({ ...packGroup(replayed.map(({ entry }) => entry)), receivedAt: now });
      return { group, events: replayed.map(({ letter: { projectId, uuid } }) => ({ projectId, uuid })) };
    });
  }

  delete(letters: readonly Pick<StoredDeadLetter, "id">[]): void {
    this.#connection.transaction(() => {
      for (const { id } of letters) this.#connection.run(DELETE_BY_ID, id);
    });
  }

  updateReason({ id }: StoredDeadLetter, reason: string): void {
    this.#connection.run("UPDATE dead_letters SET reason = ? WHERE id = ?", reason, id);
  }

  /** Returns up to `limit` sessions whose snapshots are in dead letters, after the given one in a stable order. */
  sessions(after: SessionKey | null, limit: number): SessionKey[] {
    const select = `SELECT DISTINCT project_id AS projectId, session_id AS sessionId FROM dead_letters
      WHERE session_id IS NOT NULL AND (project_id, session_id) > (?, ?) ORDER BY project_id, session_id LIMIT ?`;
    return this.#connection.all(select, after?.projectId ?? "", after?.sessionId ?? "", limit);
  }

  /** Returns the projects that have dead letters. Looks each up in the index, instead of reading all letters. */
  projects(): ProjectId[] {
    const select = `WITH RECURSIVE found (project) AS (
        SELECT min(project_id) FROM dead_letters
        UNION ALL SELECT (SELECT min(project_id) FROM dead_letters WHERE project_id > project) FROM found
          WHERE project IS NOT NULL
      ) SELECT project FROM found WHERE project IS NOT NULL`;
    return this.#connection.all<{ project: ProjectId }>(select).map(({ project }) => project);
  }

  /** Deletes the oldest of these dead letters, one batch. Returns false if there are none. */
  deleteBatch(filter: DeadLetterFilter): boolean {
    return this.#connection.transaction(() => {
      const [where, values] = whereClause(filter);
      const selectSizes = `${SELECT_SIZE} WHERE ${where} ORDER BY id LIMIT ${MAX_BATCH_LETTERS}`;
      const last = lastIdOfBatch(this.#connection.all(selectSizes, ...values));
      if (last === undefined) return false;
      this.#connection.run(`DELETE FROM dead_letters WHERE ${where} AND id <= ?`, ...values, last);
      return true;
    });
  }

  has({ projectId, uuid }: EventKey): boolean {
    const select = "SELECT 1 FROM dead_letters WHERE project_id = ? AND uuid = ?";
    return this.#connection.get(select, projectId, uuid) !== undefined;
  }

  /** Deletes the oldest down to the limit, first those of projects above their share. Returns how many. */
  #deleteOldest(): number {
    const { maxBytes, projectShare } = this.#limits;
    const selectTotals = `SELECT project_id AS projectId, sum(octet_length(event)) AS bytes FROM dead_letters
      GROUP BY project_id ORDER BY bytes DESC`;
    const projects = this.#connection.all<{ projectId: ProjectId; bytes: number }>(selectTotals);
    this.#bytes = projects.reduce((sum, { bytes }) => sum + bytes, 0);
    let dropped = 0;
    for (const { projectId, bytes } of projects) {
      const above = Math.min(this.#bytes - maxBytes, bytes - maxBytes * projectShare);
      if (above > 0) dropped += this.#deleteBytes(above, "project_id = ?", projectId);
    }
    return this.#bytes > maxBytes ? dropped + this.#deleteBytes(this.#bytes - maxBytes, "true") : dropped;
  }

  /** Deletes the oldest that meet the condition until these bytes are free. Returns how many it deleted. */
  #deleteBytes(bytes: number, where: string, ...values: readonly string[]): number {
    const target = this.#bytes - bytes;
    const selectOldest = `${SELECT_SIZE} WHERE ${where} ORDER BY id LIMIT ${MAX_BATCH_LETTERS}`;
    let dropped = 0;
    while (this.#bytes > target) {
      const oldest = this.#connection.all<LetterSize>(selectOldest, ...values);
      if (oldest.length === 0) return dropped;
      for (const letter of oldest) {
        if (this.#bytes <= target) break;
        this.#connection.run(DELETE_BY_ID, letter.id);
        this.#bytes -= letter.bytes;
        dropped += 1;
      }
    }
    return dropped;
  }
}

function lastIdOfBatch(sizes: readonly LetterSize[]): number | undefined {
  return sizes.at(indexOfFull(sizes, MAX_BATCH_BYTES))?.id;
}

export interface DeadLetterFilter {
  readonly projectId?: ProjectId | undefined;
  /** A session whose snapshots they contain. */
  readonly sessionId?: string | undefined;
  /** A text that the reason contains. */
  readonly reason?: string | undefined;
  readonly exactReason?: string | undefined;
  readonly uuids?: readonly string[] | undefined;
}

export interface DeadLetterExcerpt extends Omit<DeadLetter, "sessionId" | "event"> {
  readonly name: string;
  readonly distinctId: string;
  readonly bytes: number;
  /** The beginning of the event's JSON. */
  readonly excerpt: string;
}

export type ReasonCount = { readonly reason: string; readonly count: number };

const MAX_EXCERPT_CHARACTERS = 500;
const beginning = (text: string) => `substr(${text}, 1, ${MAX_EXCERPT_CHARACTERS})`;
/** SQL for a text of the event; empty if the event is damaged. */
const eventField = (name: string) =>
  beginning(`coalesce(CAST(iif(json_valid(event), event ->> '${name}', NULL) AS TEXT), '')`);
const SELECT_EXCERPT = `SELECT project_id AS projectId, uuid, reason, at, octet_length(event) AS bytes,
  ${beginning("event")} AS excerpt, ${eventField("event")} AS name, ${eventField("distinctId")} AS distinctId
  FROM dead_letters`;

function whereClause({ projectId, sessionId, reason, exactReason, uuids }: DeadLetterFilter) {
  return allOf(
    ["true"],
    ["project_id = ?", projectId],
    ["session_id = ?", sessionId],
    ["instr(reason, ?) > 0", reason],
    ["reason = ?", exactReason],
    ["uuid IN (SELECT value FROM json_each(?))", uuids && JSON.stringify(uuids)],
  );
}
