import type { Db } from "mongodb";
import type { EventToken } from "../../ports/events.ts";
import type { RowKind, RowReader, RowWriter } from "../../ports/neutral-rows.ts";
import { type FiledPosition, HISTORY_LEFT, HISTORY_POSITION, type LeftPosition } from "../../records/history-kinds.ts";
import { MOVED_HISTORY_KINDS, neutralHistory, ownHistory } from "../../records/neutral-history.ts";
import { recordNodes } from "../../records/nodes.ts";
import { MOVED_RECORD_KINDS } from "../../records/record-kinds.ts";
import { adoptRecords } from "../adopt-records.ts";
import { mongoCopies } from "../backup/mongo-copies.ts";
import { mongoFlags } from "../flags.ts";
import { MongoDatabase, type MongoOptions } from "../mongo-database.ts";
import { storeError } from "../mongo-errors.ts";
import { mongoRecords } from "../records.ts";
import {
  ensureStoreId,
  markMoving,
  movingFrom,
  prepareSchema,
  rejectMoving,
  SCHEMA_VERSION,
  schemaVersion,
} from "../schema.ts";
import type { Documents } from "./collection-rows.ts";
import * as content from "./content-documents.ts";
import { orderAt } from "./orders.ts";
import * as people from "./people-documents.ts";
import * as piece from "./piece-documents.ts";
import { readRecords, writeRecords } from "./record-rows.ts";
import * as recording from "./recording-documents.ts";
import * as tenants from "./tenant-documents.ts";

type AllDocuments = { readonly [K in Exclude<RowKind, "records" | "history" | "events">]: Documents<K> } & {
  readonly events: Omit<Documents<"events">, "read">;
};

const DOCUMENTS: AllDocuments = {
  invites: tenants.invites,
  flags: content.flags,
  groups: people.groups,
  group_types: people.groupTypes,
  persons: people.persons,
  merged_persons: people.mergedPersons,
  distinct_ids: people.distinctIds,
  flag_identifiers: people.flagIdentifiers,
  checkpoints: people.checkpoints,
  erasures: content.erasures,
  events: content.events,
  recordings: recording.recordings,
  erased_recordings: recording.erasedRecordings,
  recording_pins: recording.pins,
  recording_views: recording.views,
  recording_activity: recording.activity,
  recording_files: recording.files,
  recording_properties: recording.properties,
  pieces: piece.pieces,
  piece_uuids: piece.pieceUuids,
  snapshot_chunks: recording.chunks,
  files_to_delete: recording.filesToDelete,
};

/** Some servers sort a whole collection for a query. */
const TIMEOUT_MS = 3_600_000;

/** Opens the rows of a database, which no service may use meanwhile. Throws, with one line, if its version differs. */
export async function openMongoRows(options: MongoOptions): Promise<RowReader> {
  const database = new MongoDatabase({ ...options, timeoutMs: TIMEOUT_MS });
  try {
    const version = await schemaVersion(database);
    if (version !== SCHEMA_VERSION) {
      const found = version === 0 ? "is empty" : `is of version ${version}, not ${SCHEMA_VERSION}`;
      throw new Error(`The database ${options.database} of MongoDB ${found}.`);
    }
    await rejectMoving(database, options.database);
    await database.detectStandalone();
    await database.withDb(adoptRecords);
    return { ...readerOf(database, await ensureStoreId(database)), settle: () => settle(database) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Completes what earlier versions and interrupted processes left, as any reader does. */
async function settle(database: MongoDatabase): Promise<void> {
  await database.run(people.completeMerges);
  const flags = mongoFlags(database);
  for (const { _id } of await database.run(({ projects }) => projects.find().toArray())) {
    await flags.list(String(_id)); // numbers them
  }
}

/** Opens a database that is empty or begun from this source; throws for others. `complete` lets services use it. */
export async function openMongoWriter(options: MongoOptions, source: string): Promise<RowWriter> {
  const database = new MongoDatabase({ ...options, timeoutMs: TIMEOUT_MS });
  try {
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
    return {
      ...readerOf(database, newId),
      newId,
      async write(kind, rows, position) {
        if (kind === "records") {
          await database.withDb((db) => writeRecords(db, MOVED_RECORD_KINDS, rows as never));
        } else if (kind === "history") {
          const own = ownHistory(rows, (index) => orderAt(index).toHexString());
          await database.withDb((db) => writeRecords(db, MOVED_HISTORY_KINDS, own as never));
        } else {
          await database.run(async (collections) => {
            await DOCUMENTS[kind].write(collections, rows as never, position);
          });
        }
      },
      async addLeftUuids(projectId, uuids) {
        await database.run((collections) => content.addLeftUuids(collections, projectId, uuids));
      },
      async clear(kinds) {
        for (const kind of kinds) {
          if (kind === "records" || kind === "history") {
            for (const { name } of kind === "records" ? MOVED_RECORD_KINDS : MOVED_HISTORY_KINDS)
              await database.withDb((db) => db.collection(name).deleteMany({}));
          } else await database.run((collections) => DOCUMENTS[kind].clear(collections));
        }
      },
      async complete() {
        await database.run(content.setOwnCounters);
        await database.run(recording.setCounts);
        await markMoving(database, null);
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function readerOf(database: MongoDatabase, id: string): RowReader {
  const read = async function* (kind: RowKind, after: string | null) {
    const [db, collections] = [await database.withDb(async (db) => db), await database.run(async (all) => all)];
    if (kind === "records") yield* readRecords(db, MOVED_RECORD_KINDS, after);
    else if (kind === "events") yield* content.readEvents(collections, await movedFiledUpTo(db), after);
    else if (kind !== "history") yield* DOCUMENTS[kind].read(collections, after);
    else {
      const readAll = (from: string | null) => readRecords(db, MOVED_HISTORY_KINDS, from);
      yield* neutralHistory(readAll, after, (token) => content.countEventsUpTo(collections, token));
    }
  };
  return {
    id,
    settle: async () => {},
    async count(kind) {
      if (kind === "history") return 0;
      if (kind !== "records") return database.run((collections) => DOCUMENTS[kind].count(collections));
      const counts = MOVED_RECORD_KINDS.map(({ name }) =>
        database.withDb((db) => db.collection(name).estimatedDocumentCount()),
      );
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    },
    nodes: () => recordNodes(mongoRecords(database), true).nodes(),
    eventOrder: async () => (await database.withDb(movedFiledUpTo)) ?? "",
    async *read(kind, after) {
      try {
        yield* read(kind, after);
      } catch (error) {
        throw storeError(error);
      }
    },
    close: () => database.close(),
  };
}

/** Returns up to where events are in history files; null if none has left for them. */
async function movedFiledUpTo(db: Db): Promise<EventToken | null> {
  const left = await db.collection<LeftPosition>(HISTORY_LEFT.name).findOne({ receivedUntil: { $ne: null } });
  return left && ((await db.collection<FiledPosition>(HISTORY_POSITION.name).findOne())?.filedUpTo ?? null);
}
