import type { Statement } from "libsql";
import type { Millis, ProjectId } from "../../storage/ports/common.ts";
import type { SessionKey } from "../../storage/ports/recordings.ts";
import { type JournalEntry, type PackedGroup, packGroup } from "./journal-entry.ts";

/** An event that the store or the domain will never take. */
export interface DeadLetter {
  readonly projectId: ProjectId;
  readonly uuid: string;
  readonly reason: string;
  /** The session whose snapshots it has; null where it has none. */
  readonly sessionId: string | null;
  /** When it was set aside. */
  readonly at: Millis;
  /** The event, as JSON. */
  readonly event: string;
}

/** One that is kept, as it is read. Ids grow, and are never given twice. */
export interface StoredDeadLetter extends Omit<DeadLetter, "sessionId"> {
  readonly id: number;
}

/** What is shown of one in a list. */
export interface DeadLetterSummary extends Omit<DeadLetter, "event" | "sessionId"> {
  readonly name: string;
  readonly distinctId: string;
}

/** Dead letters for which all of it holds. */
export interface DeadLetterFilter {
  readonly projectId?: ProjectId | undefined;
  /** The reason contains it. */
  readonly reason?: string | undefined;
}

/** A dead letter as it waits for the store again. */
export interface DeadLetterReplay {
  readonly letter: StoredDeadLetter;
  readonly entry: JournalEntry;
}

/** Dead letters that became a group of the journal. */
export interface ReplayedGroup {
  readonly group: number;
  readonly events: readonly EventKey[];
}

type EventKey = Pick<DeadLetter, "projectId" | "uuid">;

/** A connection to the journal's database. */
interface Connection {
  statement(sql: string): Statement;
  transaction<T>(work: () => T): T;
  /** Gives the group's id. */
  insertGroup(group: PackedGroup): number;
}

/** Few, so that requests, which are appended to the same file, do not wait long while these are replayed. */
const BATCH_LETTERS = 200;
const BATCH_BYTES = 4 * 1024 * 1024;
/** A text of the event; empty where the event is damaged. */
const eventField = (name: string) => `coalesce(CAST(iif(json_valid(event), event ->> '${name}', NULL) AS TEXT), '')`;
const SELECT_SUMMARY = `SELECT project_id AS projectId, uuid, reason, at, ${eventField("event")} AS name, ${eventField("distinctId")} AS distinctId
  FROM dead_letters`;
const SELECT_LETTER = "SELECT id, project_id AS projectId, uuid, reason, at, event FROM dead_letters";
const SELECT_SIZE = "SELECT id, octet_length(event) AS bytes FROM dead_letters";

interface Size {
  readonly id: number;
  readonly bytes: number;
}

/** What became of letters that were set aside: how many were new, and how many older ones had to go for them. */
export interface DeadLetterCounts {
  readonly added: number;
  readonly dropped: number;
}

/** The dead letters of one node. */
export class DeadLetters {
  readonly #connection: Connection;
  readonly #maxBytes: number;
  /** Not less than what the events have together: this process alone adds letters, but others may remove some. */
  #bytes = Number.POSITIVE_INFINITY;

  constructor(connection: Connection, maxBytes: number) {
    this.#connection = connection;
    this.#maxBytes = maxBytes;
  }

  /** Sets events aside, each once; beyond the bound the oldest go. */
  setAside(letters: readonly DeadLetter[]): DeadLetterCounts {
    return this.#connection.transaction(() => {
      const insert = this.#connection.statement(
        "INSERT OR IGNORE INTO dead_letters (project_id, uuid, reason, session_id, at, event) VALUES (?, ?, ?, ?, ?, ?)",
      );
      let added = 0;
      for (const { projectId, uuid, reason, sessionId, at, event } of letters) {
        if (insert.run(projectId, uuid, reason, sessionId, at, event).changes === 0) continue;
        added += 1;
        this.#bytes += Buffer.byteLength(event);
      }
      return { added, dropped: this.#bytes > this.#maxBytes ? this.#deleteOldest() : 0 };
    });
  }

  count(filter: DeadLetterFilter = {}): number {
    const [where, values] = whereClause(filter);
    const count = this.#connection.statement(`SELECT count(*) AS count FROM dead_letters WHERE ${where}`);
    return (count.get(values) as { count: number }).count;
  }

  /** The newest first, at most `limit`. */
  list(filter: DeadLetterFilter, limit: number): DeadLetterSummary[] {
    const [where, values] = whereClause(filter);
    const heads = this.#connection.statement(`${SELECT_SUMMARY} WHERE ${where} ORDER BY id DESC LIMIT ?`);
    return heads.all([...values, limit]) as DeadLetterSummary[];
  }

  /** Those that are there now, oldest first, read a portion at a time. */
  *batches(filter: DeadLetterFilter): Generator<StoredDeadLetter[]> {
    const [where, values] = whereClause(filter);
    const within = `${where} AND id > ? AND id <= ?`;
    const { newest } = this.#connection.statement("SELECT max(id) AS newest FROM dead_letters").get() as {
      newest: number | null;
    };
    for (let after = 0; ; ) {
      const sizes = this.#connection
        .statement(`${SELECT_SIZE} WHERE ${within} ORDER BY id LIMIT ?`)
        .all([...values, after, newest ?? 0, BATCH_LETTERS]) as Size[];
      const last = lastIdOfBatch(sizes);
      if (last === undefined) return;
      yield this.#connection
        .statement(`${SELECT_LETTER} WHERE ${within} ORDER BY id`)
        .all([...values, after, last]) as StoredDeadLetter[];
      after = last;
    }
  }

  /**
   * Puts letters back among what waits for the store, as one group that came now, in one step with their removal; gives its id and what is in it.
   * Letters that are gone are passed over; null where all are.
   */
  replay(replays: readonly DeadLetterReplay[], now: Millis): ReplayedGroup | null {
    return this.#connection.transaction(() => {
      const remove = this.#connection.statement("DELETE FROM dead_letters WHERE id = ?");
      const taken = replays.filter(({ letter }) => remove.run(letter.id).changes > 0);
      if (taken.length === 0) return null;
      const group = this.#connection.insertGroup({ ...packGroup(taken.map(({ entry }) => entry)), receivedAt: now });
      return { group, events: taken.map(({ letter: { projectId, uuid } }) => ({ projectId, uuid })) };
    });
  }

  /** Notes another reason why it is one. */
  updateReason({ id }: StoredDeadLetter, reason: string): void {
    this.#connection.statement("UPDATE dead_letters SET reason = ? WHERE id = ?").run(reason, id);
  }

  /** Sessions whose snapshots are among the letters, at most `limit`: in an order of their own, those after the given one. */
  sessions(after: SessionKey | null, limit: number): SessionKey[] {
    const sessions = this.#connection.statement(
      `SELECT DISTINCT project_id AS projectId, session_id AS sessionId FROM dead_letters
        WHERE session_id IS NOT NULL AND (project_id, session_id) > (?, ?) ORDER BY project_id, session_id LIMIT ?`,
    );
    return sessions.all(after?.projectId ?? "", after?.sessionId ?? "", limit) as SessionKey[];
  }

  /** Drops letters with snapshots of the session, not too many at once; false where there are none. */
  deleteBySession({ projectId, sessionId }: SessionKey): boolean {
    return this.#connection.transaction(() => {
      const within = "project_id = ? AND session_id = ?";
      const sizes = this.#connection
        .statement(`${SELECT_SIZE} WHERE ${within} ORDER BY id LIMIT ?`)
        .all(projectId, sessionId, BATCH_LETTERS) as Size[];
      const last = lastIdOfBatch(sizes);
      if (last === undefined) return false;
      this.#connection
        .statement(`DELETE FROM dead_letters WHERE ${within} AND id <= ?`)
        .run(projectId, sessionId, last);
      return true;
    });
  }

  has({ projectId, uuid }: EventKey): boolean {
    const find = this.#connection.statement("SELECT 1 FROM dead_letters WHERE project_id = ? AND uuid = ?");
    return find.get(projectId, uuid) !== undefined;
  }

  /** Drops the oldest until those that are left keep the bound; gives how many. */
  #deleteOldest(): number {
    const total = this.#connection.statement("SELECT sum(octet_length(event)) AS bytes FROM dead_letters").get();
    this.#bytes = (total as { bytes: number | null }).bytes ?? 0;
    let dropped = 0;
    while (this.#bytes > this.#maxBytes) {
      const oldest = this.#connection.statement(`${SELECT_SIZE} ORDER BY id LIMIT ${BATCH_LETTERS}`).all() as Size[];
      for (const { id, bytes } of oldest) {
        if (this.#bytes <= this.#maxBytes) break;
        this.#connection.statement("DELETE FROM dead_letters WHERE id = ?").run(id);
        this.#bytes -= bytes;
        dropped += 1;
      }
    }
    return dropped;
  }
}

/** The last id of those that are read, or dropped, together. */
function lastIdOfBatch(sizes: readonly Size[]): number | undefined {
  let bytes = 0;
  const full = sizes.findIndex((size) => {
    bytes += size.bytes;
    return bytes >= BATCH_BYTES;
  });
  return sizes.at(full)?.id;
}

function whereClause({ projectId, reason }: DeadLetterFilter): [where: string, values: string[]] {
  const terms = ["true"];
  const values: string[] = [];
  if (projectId !== undefined) {
    terms.push("project_id = ?");
    values.push(projectId);
  }
  if (reason !== undefined) {
    terms.push("instr(reason, ?) > 0");
    values.push(reason);
  }
  return [terms.join(" AND "), values];
}
