import type { RowKind, RowReader, RowWriter } from "../../ports/neutral-rows.ts";
import { MOVED_RECORD_KINDS } from "../../records/record-kinds.ts";
import { mongoCopies } from "../copies/mongo-copies.ts";
import { mongoErasures } from "../erasures.ts";
import { mongoFlags } from "../flags.ts";
import { MongoDatabase, type MongoOptions } from "../mongo-database.ts";
import { storeError } from "../mongo-errors.ts";
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
import * as people from "./people-documents.ts";
import * as piece from "./piece-documents.ts";
import { readRecords, writeRecords } from "./record-rows.ts";
import * as recording from "./recording-documents.ts";
import * as tenants from "./tenant-documents.ts";

type AllDocuments = { readonly [K in Exclude<RowKind, "records">]: Documents<K> };

const DOCUMENTS: AllDocuments = {
  claims: tenants.claims,
  organizations: tenants.organizations,
  projects: tenants.projects,
  removed_projects: tenants.removedProjects,
  users: tenants.users,
  members: tenants.members,
  invites: tenants.invites,
  recent_invites: tenants.recentInvites,
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
  counters: content.counters,
};

/** A query sorts a whole collection, on some servers. */
const TIMEOUT_MS = 3_600_000;

/**
 * Opens the rows of a database, which no service may use meanwhile. Throws, with one line, if it has another version
 * than this program's.
 */
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
    return { ...readerOf(database, await ensureStoreId(database)), settle: () => settle(database) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Does what any reader of the documents of earlier versions, and of interrupted processes, does. */
async function settle(database: MongoDatabase): Promise<void> {
  await database.run(people.completeMerges);
  const flags = mongoFlags(database);
  for (const { _id } of await database.run(({ projects }) => projects.find().toArray())) {
    await flags.list(String(_id)); // numbers them
  }
}

/**
 * Opens an empty database to be filled, or one that was being filled from the same source. Throws, with one line, if it
 * is another one. `complete` lets services use it.
 */
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
      write: (kind, rows, position) =>
        kind === "records"
          ? database.withDb((db) => writeRecords(db, MOVED_RECORD_KINDS, rows as never))
          : database.run(async (collections) => {
              await DOCUMENTS[kind].write(collections, rows as never, position);
            }),
      async clear(kinds) {
        for (const kind of kinds) {
          if (kind === "records") {
            for (const { name } of MOVED_RECORD_KINDS)
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
  return {
    id,
    settle: async () => {},
    async count(kind) {
      if (kind !== "records") return database.run((collections) => DOCUMENTS[kind].count(collections));
      const counts = MOVED_RECORD_KINDS.map(({ name }) =>
        database.withDb((db) => db.collection(name).estimatedDocumentCount()),
      );
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    },
    nodes: () => mongoErasures(database).nodes(),
    async *read(kind, after) {
      try {
        yield* kind === "records"
          ? readRecords(await database.withDb(async (db) => db), MOVED_RECORD_KINDS, after)
          : DOCUMENTS[kind].read(await database.run(async (collections) => collections), after);
      } catch (error) {
        throw storeError(error);
      }
    },
    close: () => database.close(),
  };
}
