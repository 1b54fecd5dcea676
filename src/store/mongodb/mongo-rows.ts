import type { RowKind, RowReader, RowWriter } from "../ports/neutral-rows.ts";
import { MOVED_HISTORY_KINDS, neutralHistory, ownHistory } from "../records/neutral-history.ts";
import { MOVED_RECORD_KINDS } from "../records/record-kinds.ts";
import { adoptRecords } from "./adopt-records.ts";
import { mongoCopies } from "./mongo-copies.ts";
import { MongoDatabase, type MongoOptions } from "./mongo-database.ts";
import { storeError } from "./mongo-errors.ts";
import { portsOf } from "./mongodb.ts";
import {
  CONTENT_DOCUMENTS,
  completeMerges,
  countEventsUpTo,
  movedFiledUpTo,
  recordDocuments,
} from "./moved-contents.ts";
import { type Documents, orderAt, type Source } from "./moved-documents.ts";
import { RECORDING_DOCUMENTS, setCounts } from "./moved-recordings.ts";
import {
  ensureStoreId,
  markMoving,
  movingFrom,
  prepareSchema,
  rejectMoving,
  SCHEMA_VERSION,
  schemaVersion,
} from "./schema.ts";

const history = recordDocuments(MOVED_HISTORY_KINDS);

const DOCUMENTS: Readonly<Record<RowKind, Documents>> = {
  records: recordDocuments(MOVED_RECORD_KINDS),
  ...CONTENT_DOCUMENTS,
  ...RECORDING_DOCUMENTS,
  history: {
    count: async () => 0,
    read: (source, after) =>
      neutralHistory(
        (from) => history.read(source, from),
        after,
        (token) => countEventsUpTo(source, token),
      ),
    write: (source, rows) =>
      history.write(
        source,
        ownHistory(rows, (index) => orderAt(index).toHexString()),
        0,
      ),
    clear: history.clear,
  },
};

/** Some servers sort a whole collection for a query. */
const TIMEOUT_MS = 3_600_000;

/** Opens the rows of a database, which no service may use meanwhile. Throws, with one line, if its version differs. */
export function openMongoRows(options: MongoOptions): Promise<RowReader> {
  return opened(options, async (database) => {
    const version = await schemaVersion(database);
    if (version !== SCHEMA_VERSION) {
      const found = version === 0 ? "is empty" : `is of version ${version}, not ${SCHEMA_VERSION}`;
      throw new Error(`The database ${options.database} of MongoDB ${found}.`);
    }
    await rejectMoving(database, options.database);
    await database.detectStandalone();
    await database.withDb(adoptRecords);
    return readerOf(database, await ensureStoreId(database));
  });
}

/** Opens a database that is empty or begun from this source; throws for others. `complete` lets services use it. */
export function openMongoWriter(options: MongoOptions, source: string): Promise<RowWriter> {
  return opened(options, async (database) => {
    await database.detectStandalone();
    const from = await movingFrom(database);
    if (from !== source) {
      if (!(await mongoCopies(options).isEmpty())) {
        throw new Error(`The database ${options.database} of MongoDB is not empty: choose another one.`);
      }
      await markMoving(database, source);
    }
    await prepareSchema(database, { ...options, isMoving: true });
    const newId = await ensureStoreId(database);
    const run = runIn(database);
    return {
      ...readerOf(database, newId),
      newId,
      write: (kind, rows, position) => run((source) => DOCUMENTS[kind].write(source, rows, position)),
      async clear(kinds) {
        for (const kind of kinds) await run(DOCUMENTS[kind].clear);
      },
      async complete() {
        await run(setCounts);
        await markMoving(database, null);
        await database.close();
      },
    };
  });
}

async function opened<T>(options: MongoOptions, open: (database: MongoDatabase) => Promise<T>): Promise<T> {
  const database = new MongoDatabase({ ...options, timeoutMs: TIMEOUT_MS });
  return open(database).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
}

function runIn(database: MongoDatabase) {
  return <T>(work: (source: Source) => Promise<T>): Promise<T> =>
    database.withDb((db) => database.run((collections) => work({ ...collections, db })));
}

function readerOf(database: MongoDatabase, id: string): RowReader {
  const run = runIn(database);
  const { erasures } = portsOf(database);
  return {
    id,
    settle: () => run(completeMerges),
    count: (kind) => run(DOCUMENTS[kind].count),
    nodes: () => erasures.nodes(),
    isErasing: async () => (await erasures.unfinished()).length > 0,
    eventOrder: async () => (await database.withDb(movedFiledUpTo)) ?? "",
    async *read(kind, after) {
      try {
        yield* DOCUMENTS[kind].read(await run(async (source) => source), after);
      } catch (error) {
        throw storeError(error);
      }
    },
    close: () => database.close(),
  };
}
