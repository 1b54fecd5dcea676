import { statSync } from "node:fs";
import type { Migration } from "../../store/sqlite/apply-migrations.ts";
import type { SqliteConnection } from "../../store/sqlite/sqlite-connection.ts";

interface IdentityRow {
  readonly id: string;
  /** The first group that has the id; those of versions before 4 begin with 0. */
  readonly first_group?: number;
  /** The file that got the id: a copy is another file. Unknown for those of versions before 4. */
  readonly file?: string | null;
}

export const IDENTITIES_MIGRATION: Migration = [
  "CREATE TABLE IF NOT EXISTS identity (id TEXT NOT NULL)",
  "ALTER TABLE identity ADD COLUMN first_group INTEGER NOT NULL DEFAULT 0",
  "ALTER TABLE identity ADD COLUMN file TEXT",
];

const LAST_GROUP = "coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'groups'), 0)";
const INSERT = `INSERT INTO identity (id, first_group, file) VALUES (lower(hex(randomblob(16))), ${LAST_GROUP} + 1, ?)`;
/** Deletes the ids that no group has any more, nor will have. */
const DELETE_UNUSED = `DELETE FROM identity WHERE EXISTS (SELECT * FROM identity AS later
  WHERE later.rowid > identity.rowid
  AND later.first_group <= max(identity.first_group, coalesce((SELECT min(id) FROM groups), ${LAST_GROUP} + 1)))`;

/**
 * The ids of a journal. The store knows its progress by an id and a group, so no two files may give out the same: a
 * copy, or a file older than what the store has of it, gets a new id for new groups. Earlier groups keep theirs.
 */
export class JournalIdentities {
  readonly #connection: SqliteConnection;
  readonly #file: string;
  #rows: readonly IdentityRow[];

  constructor(connection: SqliteConnection, path: string) {
    this.#connection = connection;
    this.#file = describeFile(path);
    this.#rows = this.#read();
  }

  /** Whether the latest id is that of another file. */
  get isCopy(): boolean {
    const file = this.#rows.at(-1)?.file;
    return typeof file === "string" && file !== this.#file;
  }

  get latest(): string {
    return this.#rows.at(-1)?.id ?? "";
  }

  of(group: number): string {
    return this.#rows.findLast(({ first_group: first = 0 }) => first <= group)?.id ?? this.latest;
  }

  /** Gives new groups a new id, which no other journal ever has. */
  renew(): void {
    this.#connection.run(INSERT, this.#file);
    this.#connection.run(DELETE_UNUSED);
    this.#rows = this.#read();
  }

  /** Gives a new journal its id, and records which file has an id of a version before 4. */
  ensure(): void {
    if (this.#rows.length === 0) this.renew();
    const claimed = this.#connection.run("UPDATE identity SET file = ? WHERE file IS NULL", this.#file);
    if (claimed > 0) this.#rows = this.#read();
  }

  #read(): IdentityRow[] {
    return this.#connection.all<IdentityRow>("SELECT * FROM identity ORDER BY rowid");
  }
}

/** Returns what a file keeps as long as it exists, and a copy of it does not have. */
function describeFile(path: string): string {
  const { ino, birthtimeMs } = statSync(path, { bigint: true });
  return `${ino}/${birthtimeMs}`;
}
