import { join } from "node:path";
import Database from "libsql";
import type { DirectStore } from "./direct-store.ts";

const HIDDEN_PREFIX = "away_";
const BUSY_TIMEOUT_MS = 300_000;

/** Returns the embedded engine: a file of SQLite. During an outage every table has another name. */
export function sqliteDirectStore(dataDir: string): DirectStore {
  const withDatabase = <T>(work: (database: Database.Database) => T): T => {
    const database = new Database(join(dataDir, "sightline.db"), { timeout: BUSY_TIMEOUT_MS });
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  return {
    async findEvents(projectId, uuids) {
      const select = `SELECT uuid, event, distinct_id, timestamp, properties FROM events
        WHERE project_id = ? AND uuid IN (${uuids.map(() => "?").join(", ")})`;
      const blobs = uuids.map((uuid) => Buffer.from(uuid.replaceAll("-", ""), "hex"));
      const rows = withDatabase((database) => database.prepare(select).all(Number(projectId), ...blobs)) as Row[];
      return rows.map((row) => ({
        uuid: uuidOfBlob(row.uuid),
        event: row.event,
        distinctId: row.distinct_id,
        timestamp: row.timestamp,
        properties: row.properties,
      }));
    },
    async makeUnavailable() {
      withDatabase((database) =>
        renameTables(database, (name) => (name.startsWith(HIDDEN_PREFIX) ? null : `${HIDDEN_PREFIX}${name}`)),
      );
    },
    async makeAvailable() {
      withDatabase((database) =>
        renameTables(database, (name) => (name.startsWith(HIDDEN_PREFIX) ? name.slice(HIDDEN_PREFIX.length) : null)),
      );
    },
  };
}

interface Row {
  readonly uuid: ArrayBuffer | Uint8Array;
  readonly event: string;
  readonly distinct_id: string;
  readonly timestamp: number;
  readonly properties: string;
}

function renameTables(database: Database.Database, newName: (name: string) => string | null): void {
  const select = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'";
  database.exec("BEGIN IMMEDIATE");
  for (const { name } of database.prepare(select).all() as { name: string }[]) {
    const wanted = newName(name);
    if (wanted !== null) database.exec(`ALTER TABLE "${name}" RENAME TO "${wanted}"`);
  }
  database.exec("COMMIT");
}

function uuidOfBlob(blob: ArrayBuffer | Uint8Array): string {
  const hex = Buffer.from(blob instanceof Uint8Array ? blob : new Uint8Array(blob)).toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
