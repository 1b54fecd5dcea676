import { createWriteStream, existsSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { BSON, type Collection, type Db, type Document, type FindOptions } from "mongodb";
import { unescapeText } from "../escape-text.ts";
import type { CopyEvents, DocumentCopies, DocumentCopyReader, NamedFile } from "../ports/document-copies.ts";
import type { RecordKindSpec } from "../ports/records.ts";
import { HISTORY_LEFT, HISTORY_MANIFESTS, type LeftPosition, type Manifest } from "../records/history-kinds.ts";
import { RECORD_KINDS } from "../records/record-kinds.ts";
import { decodeExactly, readBson, readRows, toChunks } from "./bson-files.ts";
import { inBatches } from "./bulk-writes.ts";
import { type Collections, collectionsOf } from "./collections.ts";
import { makeIndexes } from "./indexes.ts";
import { MongoDatabase, type MongoOptions } from "./mongo-database.ts";
import { isSnapshotGone, retryOnConflict, storeError } from "./mongo-errors.ts";
import { survivorRefsOf } from "./persons/merge-persons.ts";
import { distinctIdsKey, moveFlagIdentifiers } from "./persons/person-row.ts";
import { toSessionKey } from "./recordings/recording-row.ts";
import type { RecordingFileRow, RecordingRow } from "./recordings/recording-row-types.ts";
import type { PersonRow } from "./row-types.ts";

/** A file for each collection, as mongodump writes them. */
const FOLDER = "documents";
/** What moves to other collections is read before those, so that it is in one of them at least. */
const READ_FIRST: readonly string[] = [
  ...["history_position", "history_manifests", "history_left"], // before the events that may be filed meanwhile
  ...["distinct_ids", "flag_identifiers", "snapshot_chunks", "pieces", "piece_parts"],
];
const READ_LAST: readonly string[] = ["recordings", "recording_files", "files_to_delete"];
/** Written last: without it a program takes the database for new. */
const WRITTEN_LAST = "facts";
/** A file of copies that do not show one moment, beside those of the collections. */
const READ_AGAIN = "persons-read-again";

export const MONGO_COPY_READER: DocumentCopyReader = {
  files: async (directory) => (await readdir(join(directory, FOLDER))).sort().map((name) => `${FOLDER}/${name}`),

  async counts(directory) {
    const counts: Record<string, number> = {};
    for (const name of await copiedCollections(directory)) {
      let count = 0;
      for await (const _ of readBson(pathOf(directory, name))) count += 1;
      counts[name] = count;
    }
    return counts;
  },

  namedFiles,

  async findDamage(directory) {
    try {
      for (const path of await MONGO_COPY_READER.files(directory))
        for await (const _ of readBson(join(directory, path)));
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  },
};

export function mongoCopies(options: MongoOptions): DocumentCopies {
  const withDatabase = async <T>(work: (database: MongoDatabase) => Promise<T>): Promise<T> => {
    const database = new MongoDatabase(options);
    return work(database).finally(() => database.close());
  };
  const { recordKinds = RECORD_KINDS } = options;
  let keepsSnapshots = true;
  const forEach = <T>(work: (collection: Collection) => Promise<T>): Promise<T[]> =>
    withDatabase((database) =>
      database.withDb((db) => Promise.all(collectionNames(db, recordKinds).map((name) => work(db.collection(name))))),
    );
  return {
    reader: MONGO_COPY_READER,
    unit: "documents",
    async size() {
      const counts = await forEach((collection) => collection.estimatedDocumentCount());
      return counts.reduce((sum, count) => sum + count, 0);
    },

    async copy(directory, events) {
      await mkdir(join(directory, FOLDER), { recursive: true }); // a second attempt finds it
      try {
        await withDatabase(async (database) => {
          const snapshot = keepsSnapshots && (await database.hasSnapshots());
          await copyCollections(database, recordKinds, directory, { ...events, snapshot });
        });
        return true;
      } catch (error) {
        if (!isSnapshotGone(error)) throw error;
        keepsSnapshots = false;
        return false;
      }
    },

    async *namedFiles() {
      const database = new MongoDatabase(options);
      try {
        const db = await database.withDb(async (db) => db);
        yield* filesNamedIn((name) => db.collection(name).find().sort({ _id: 1 }) as AsyncIterable<object>);
      } catch (error) {
        throw storeError(error);
      } finally {
        await database.close();
      }
    },

    isEmpty: async () => (await forEach((collection) => collection.findOne({}))).every((found) => found === null),

    copiedSize: async (directory) =>
      Object.values(await MONGO_COPY_READER.counts(directory)).reduce((sum, count) => sum + count, 0),

    restore: (directory, advance) =>
      withDatabase(async (database) => {
        const names = (await copiedCollections(directory)).filter((name) => name !== WRITTEN_LAST);
        for (const name of names) await restoreCollection(database, directory, name, advance);
        const again = pathOf(directory, READ_AGAIN);
        if (existsSync(again)) {
          await database.withDb(makeIndexes);
          await database.run((collections) => completeMerges(collections, readBson(again)));
        }
        await restoreCollection(database, directory, WRITTEN_LAST, advance);
      }),
  };
}

interface CopyPlan extends CopyEvents {
  /** Whether it shows one moment, which servers usually keep for five minutes. Else collections are copied in turn. */
  readonly snapshot: boolean;
}

export async function copyCollections(
  database: MongoDatabase,
  recordKinds: readonly RecordKindSpec[],
  directory: string,
  { snapshot, advance, onFixed }: CopyPlan,
): Promise<void> {
  const write = (name: string, documents: AsyncIterable<Uint8Array>, onCopied: (by: number) => void) =>
    pipeline(toChunks(documents, onCopied), createWriteStream(pathOf(directory, name), { flags: "wx", flush: true }));
  await database.withSession({ snapshot }, async (db, session) => {
    const readConcern = snapshot ? ({ readConcern: { level: "snapshot" } } as const) : {};
    for (const [index, name] of inReadingOrder(collectionNames(db, recordKinds)).entries()) {
      const options: FindOptions = { session, raw: true, sort: { _id: 1 }, ...readConcern };
      const documents = db.collection(name).find({}, options) as AsyncIterable<Document> as AsyncIterable<Uint8Array>;
      await write(name, documents, advance);
      if (snapshot && index === 0) onFixed();
    }
  });
  if (snapshot) return;
  await database.withDb((db) => write(READ_AGAIN, readTargetsAgain(db), () => {}));
  onFixed();
}

function collectionNames(db: Db, recordKinds: readonly RecordKindSpec[]): string[] {
  return [...new Set([...Object.keys(collectionsOf(db, "local")), ...recordKinds.map(({ name }) => name)])];
}

function inReadingOrder(names: readonly string[]): string[] {
  const rest = names.filter((name) => !READ_FIRST.includes(name) && !READ_LAST.includes(name));
  return [...READ_FIRST, ...rest, ...READ_LAST];
}

async function restoreCollection(
  database: MongoDatabase,
  directory: string,
  name: string,
  advance: (by: number) => void,
): Promise<void> {
  for await (const batch of inBatches(readBson(pathOf(directory, name)), ({ byteLength }) => byteLength)) {
    const documents = batch.map(decodeExactly);
    await database.withDb((db) => retryOnConflict(() => db.collection(name).insertMany(documents, { ordered: false })));
    advance(documents.length);
  }
}

async function* namedFiles(directory: string): AsyncGenerator<NamedFile> {
  const sessions = new Map<string, string>();
  // Long session ids are hashed in keys; there are hardly any.
  for await (const row of readRows<RecordingRow>(pathOf(directory, "recordings"))) {
    if (/^\d+#/.test(row._id)) sessions.set(row._id, toSessionKey(row).sessionId);
  }
  yield* filesNamedIn((name) => readRows(pathOf(directory, name)), sessions);
}

/** Returns the documents of a collection; none if an earlier version did not write it. */
type ReadCollection = (name: string) => AsyncIterable<object>;

/**
 * Yields the files that recordings name, and history files if events left for them. Long session ids that are not
 * among `sessions`, by the recording's key, are hashes.
 */
async function* filesNamedIn(
  read: ReadCollection,
  sessions: ReadonlyMap<string, string> = new Map(),
): AsyncGenerator<NamedFile> {
  for await (const { recording, key, bytes } of read("recording_files") as AsyncIterable<RecordingFileRow>) {
    const [, projectId = "", session = ""] = /^(\d+)[/#](.*)$/s.exec(recording) ?? [];
    const sessionId = sessions.get(recording) ?? unescapeText(session);
    yield { key: unescapeText(key), bytes, projectId, sessionId };
  }
  for await (const { receivedUntil } of read(HISTORY_LEFT.name) as AsyncIterable<LeftPosition>) {
    if (receivedUntil === null) continue;
    for await (const { projectId, files } of read(HISTORY_MANIFESTS.name) as AsyncIterable<ManifestRow>) {
      for (const { key, bytes } of files) yield { projectId, sessionId: null, key, bytes };
    }
  }
}

type ManifestRow = Manifest & { readonly projectId: string };

async function copiedCollections(directory: string): Promise<string[]> {
  const names = await readdir(join(directory, FOLDER));
  return names
    .filter((name) => name.endsWith(".bson"))
    .map((name) => name.slice(0, -".bson".length))
    .filter((name) => name !== READ_AGAIN);
}

function pathOf(directory: string, name: string): string {
  return join(directory, FOLDER, `${name}.bson`);
}

// A server without snapshots is copied one collection after the other, while persons are merged. The journal is copied
// before, so merges that the copy lacks are repeated from it; those that it has in part are not, and need what is here.

/** Yields persons with merges once all are copied: one copied before its merge lacks the other's properties. */
async function* readTargetsAgain(db: Db): AsyncGenerator<Uint8Array> {
  const persons = db.collection<PersonRow>("persons");
  const merged = persons.find({ mergedInto: { $exists: true } }, { projection: { mergedInto: 1 } });
  for await (const batch of inBatches(merged)) {
    let targets = new Set(batch.map(({ mergedInto }) => mergedInto ?? ""));
    while (targets.size > 0) {
      const documents = persons.find({ _id: { $in: [...targets] } }, { raw: true });
      targets = new Set();
      for await (const document of documents as AsyncIterable<object> as AsyncIterable<Uint8Array>) {
        yield document;
        const { mergedInto } = BSON.deserialize(document) as PersonRow;
        if (mergedInto !== undefined) targets.add(mergedInto);
      }
    }
  }
}

/**
 * Replaces persons that were restored before by those read again, and moves distinct ids and flag identifiers, copied
 * before the persons, to survivors. Needs the indexes.
 */
async function completeMerges(collections: Collections, again: AsyncIterable<Uint8Array>): Promise<void> {
  const { persons, distinct_ids, flag_identifiers } = collections;
  for await (const batch of inBatches(again, ({ byteLength }) => byteLength)) {
    const operations = batch.map((document) => {
      const replacement = decodeExactly(document) as PersonRow;
      return { replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true } };
    });
    await retryOnConflict(() => persons.bulkWrite(operations));
  }
  const merged = persons.find({ mergedInto: { $exists: true } }, { projection: { _id: 1 } });
  for await (const batch of inBatches(merged)) {
    const ids = batch.map(({ _id }) => _id);
    const survivors = await survivorRefsOf(collections, new Set(ids));
    const moves = new Map<string, string>();
    for (const [id, survivor] of survivors) {
      const under = distinctIdsKey(survivor);
      for (const key of [id, survivor._id]) if (key !== under) moves.set(key, under);
    }
    const operations = Array.from(moves, ([person, under]) => ({
      updateMany: { filter: { person }, update: { $set: { person: under } } },
    }));
    if (operations.length > 0) await retryOnConflict(() => distinct_ids.bulkWrite(operations, { ordered: false }));
    for (const from of await flag_identifiers.distinct("person", { person: { $in: ids } })) {
      const into = survivors.get(from);
      if (into) await moveFlagIdentifiers(collections, into._id, from);
    }
  }
}
