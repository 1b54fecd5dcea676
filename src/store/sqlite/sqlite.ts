import { join } from "node:path";
import { announce, flagsOf } from "../changes.ts";
import { makeDirectory } from "../directory.ts";
import { type Checkpoints, StoreUnavailable } from "../ports/common.ts";
import type { Groups } from "../ports/persons.ts";
import type { RecordKindSpec } from "../ports/records.ts";
import type { Store, StorePorts } from "../ports/stores.ts";
import { withRecordPorts } from "../record-ports.ts";
import type { ErasureEngine } from "../records/erasures.ts";
import { RECORD_KINDS } from "../records/record-kinds.ts";
import { projectNumber } from "../stored-ids.ts";
import { sqliteEvents } from "./events.ts";
import { MIGRATIONS } from "./migrations.ts";
import { sqliteFlagIdentifiers } from "./persons/flag-identifiers.ts";
import { sqliteGroups } from "./persons/groups.ts";
import { LargePersons } from "./persons/large-persons.ts";
import { sqlitePeopleReading } from "./persons/people-reading.ts";
import { sqlitePersons } from "./persons/persons.ts";
import { sqliteProjectData } from "./project-removals.ts";
import { prepareRecordTables } from "./record-tables.ts";
import { sqliteRecordingErasure } from "./recordings/recording-erasure.ts";
import { sqliteRecordingFlushing } from "./recordings/recording-flushing.ts";
import { sqliteRecordingLibrary } from "./recordings/recording-library.ts";
import { sqliteRecordingPieces } from "./recordings/recording-pieces.ts";
import { sqliteRecords } from "./records.ts";
import { scrubPages } from "./scrub-pages.ts";
import type { Sql } from "./sqlite-connection.ts";
import { methodsOf, SqliteDatabase, type Transactions } from "./sqlite-database.ts";

const FIND = "SELECT group_id, place FROM checkpoints WHERE journal = ? AND project_id = ?";
const HIGHEST = "SELECT max(group_id) AS highest FROM checkpoints WHERE journal = ?";
const ADVANCE = `INSERT INTO checkpoints (journal, project_id, group_id, place) VALUES (?, ?, ?, ?)
  ON CONFLICT (journal, project_id) DO UPDATE SET group_id = excluded.group_id, place = excluded.place
  WHERE (excluded.group_id, excluded.place) > (group_id, place)`;

function sqliteCheckpoints(database: Transactions): Checkpoints {
  const { read } = methodsOf(database);
  return {
    find: read((sql, journal, projectId) => {
      const row = sql.get<{ group_id: number; place: number }>(FIND, journal, projectNumber(projectId));
      return row ? { group: row.group_id, index: row.place } : null;
    }),

    async advance(journal, projectId, { group, index }) {
      await database.write((sql) => sql.run(ADVANCE, journal, projectNumber(projectId), group, index));
    },

    highestGroup: read((sql, journal) => sql.one<{ highest: number | null }>(HIGHEST, journal).highest ?? 0),
  };
}

const SELECT_SIZE = "SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size";

interface SqliteOptions {
  /** How long a write waits for another connection's, in milliseconds. */
  readonly busyTimeoutMs?: number;
  readonly recordKinds?: readonly RecordKindSpec[];
  /** Whether nothing has to survive a power failure, or to vanish from the files when it is deleted. */
  readonly isThrowaway?: boolean | undefined;
  readonly isUsed?: () => Promise<boolean>;
}

/**
 * Opens the database `sightline.db`, which several processes may use, and creates what is absent. Throws
 * `StoreUnavailable` if it cannot be opened, and another error if its schema is newer, or older while in use.
 */
export async function openSqlite(
  directory: string,
  {
    busyTimeoutMs = 5000,
    recordKinds = RECORD_KINDS,
    isThrowaway = false,
    isUsed = async () => false,
  }: SqliteOptions = {},
): Promise<Store> {
  await makeDirectory(directory).catch((error: Error) => {
    throw new StoreUnavailable(`The directory ${directory} cannot be used: ${error.message}.`, { cause: error });
  });
  const database = new SqliteDatabase(join(directory, "sightline.db"), busyTimeoutMs, isThrowaway);
  try {
    await database.migrate(MIGRATIONS, isUsed);
    await database.write((sql) => prepareRecordTables(sql, recordKinds));
    const tables = await tablesOf(database);
    const { id } = await database.read((sql) => sql.one<{ id: string }>("SELECT id FROM store_id"));
    const large = new LargePersons();
    const portsWithin = transactionPorts(database.within, recordKinds, large);
    return {
      id,
      ...portsOf(database, recordKinds),
      transaction: (work) =>
        database.transaction(async () => {
          try {
            const result = await work(portsWithin);
            await database.within.write((sql) => large.flush(sql));
            return result;
          } finally {
            large.clear();
          }
        }),
      async check() {
        const present = new Set(await tablesOf(database));
        const missing = tables.filter((table) => !present.has(table));
        if (missing.length > 0) throw new StoreUnavailable(`The database lacks the table ${missing.join(", ")}.`);
      },
      size: () => database.read((sql) => sql.one<{ bytes: number }>(SELECT_SIZE).bytes),
      close: () => database.close(),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Creates the ports of a transaction, in which large persons stay in memory for as long as possible. */
function transactionPorts(
  database: Transactions,
  recordKinds: readonly RecordKindSpec[],
  large: LargePersons,
): StorePorts {
  const flushed = async <T>(work: (sql: Sql) => T) => {
    return database.write((sql) => {
      large.flush(sql);
      return work(sql);
    });
  };
  const others: Transactions = { ...database, read: flushed, readOnce: flushed, write: flushed };
  return {
    ...portsOf(others, recordKinds),
    // These do not read persons.
    events: sqliteEvents(database),
    groups: announcedGroups(database),
    checkpoints: sqliteCheckpoints(database),
    persons: sqlitePersons(others, { database, large }),
  };
}

function portsOf(database: Transactions, recordKinds: readonly RecordKindSpec[]): StorePorts {
  const records = sqliteRecords(database);
  const ports = {
    events: sqliteEvents(database),
    persons: sqlitePersons(database),
    people: sqlitePeopleReading(database),
    groups: announcedGroups(database),
    recordings: {
      library: sqliteRecordingLibrary(database),
      pieces: sqliteRecordingPieces(database),
      flushing: sqliteRecordingFlushing(database),
      erasure: sqliteRecordingErasure(database),
    },
    checkpoints: sqliteCheckpoints(database),
  };
  const erasing: ErasureEngine = { isShared: false, scrub: (signal) => scrubPages(database, signal) };
  const data = sqliteProjectData(database, recordKinds);
  return withRecordPorts(ports, records, sqliteFlagIdentifiers(database), erasing, data);
}

function announcedGroups(database: Transactions): Groups {
  return sqliteGroups(database, (projectId) => announce([flagsOf(projectId)], sqliteRecords(database)));
}

async function tablesOf(database: SqliteDatabase): Promise<string[]> {
  const select = "SELECT name FROM sqlite_schema WHERE type = 'table'";
  return database.read((sql) => sql.all<{ name: string }>(select).map(({ name }) => name));
}
