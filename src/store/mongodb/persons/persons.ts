import type { Filter, FindCursor } from "mongodb";
import { foldedEmails } from "../../email.ts";
import { unescapeText } from "../../escape-text.ts";
import {
  MAX_RECORD_PROPERTIES_BYTES,
  type PeopleReading,
  type PersonSummary,
  type Persons,
} from "../../ports/persons.ts";
import { batchesOf, findByIds } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { fromStoredText, projectKey, projectNumberForQuery, type StoredText } from "../document-keys.ts";
import type { MongoDatabase } from "../mongo-database.ts";
import { retryOnConflict } from "../mongo-errors.ts";
import type { DistinctIdRow, GroupRow, PersonRow } from "../row-types.ts";
import { changePersons } from "./change-persons.ts";
import { ownerRefsOf, ownersOf } from "./find-persons.ts";
import { findMergedKeys, survivorOf, survivorRefOf, survivorsOf } from "./merge-persons.ts";
import { distinctIdsKey, SUMMARY_BATCH_SIZE, toPerson, toSummary, uuidOfPerson } from "./person-row.ts";

/** Matches persons without the field. An index can decide this; to find null, the server would read each document. */
const NOT_MERGED = { mergedInto: { $not: { $gt: "" } } };

/** How many times `limit` one query reads, so that persons with few distinct ids need one query together. */
const PERSONS_PER_QUERY = 20;

export function mongoPersons(database: MongoDatabase): Persons {
  return {
    ...changePersons(database),

    find: database.method(async (collections, projectId, distinctIds) => {
      const owners = await ownersOf(collections, projectId, distinctIds);
      return new Map([...owners].map(([distinctId, row]) => [distinctId, toPerson(row)]));
    }),

    /** Reads few persons at once, because each may have 1 MB of properties. */
    summarize: database.method(async (collections, projectId, distinctIds) => {
      const found = new Map<string, PersonSummary>();
      for (const batch of batchesOf(distinctIds, SUMMARY_BATCH_SIZE)) {
        const owners = await ownersOf(collections, projectId, batch);
        for (const [distinctId, row] of owners) found.set(distinctId, toSummary(row));
      }
      return found;
    }),

    /** Lists persons: indexes select the page and count; then few persons are read at once. */
    list: database.method(async (collections, projectId, { limit, offset }, { distinctId, email } = {}) => {
      const { persons } = collections;
      const owners =
        distinctId === undefined ? null : await ownerRefsOf(collections, [projectKey(projectId, distinctId)]);
      const filter: Filter<PersonRow> = {
        project: projectNumberForQuery(projectId),
        ...NOT_MERGED,
        ...(email !== undefined && { email: { $in: foldedEmails(email) } }),
        ...(owners && { _id: { $in: [...owners.values()].map(({ _id }) => _id) } }),
      };
      const count = await persons.countDocuments(filter);
      const keys = persons.find(filter, { projection: { _id: 1 } }).sort({ createdAt: -1, _id: -1 });
      const ids = limit > 0 ? (await keys.skip(offset).limit(limit).toArray()).map(({ _id }) => _id) : [];
      const items = new Map<string, PersonSummary>();
      for (const batch of batchesOf(ids, SUMMARY_BATCH_SIZE)) {
        for (const row of await findByIds(persons, batch)) items.set(row._id, toSummary(row));
      }
      return { count, items: ids.flatMap((id) => items.get(id) ?? []) };
    }),

    findByUuid: database.method(async (collections, projectId, uuid) => {
      const row = await survivorOf(collections, projectKey(projectId, uuid));
      return row ? toPerson(row) : null;
    }),

    distinctIds: database.method(async (collections, projectId, uuid, limit, after) => {
      const person = await survivorRefOf(collections, projectKey(projectId, uuid));
      if (person?._id !== projectKey(projectId, uuid) || limit <= 0) return [];
      const { distinct_ids } = collections;
      const last = after === undefined ? null : await distinct_ids.findOne({ _id: projectKey(projectId, after) });
      if (after !== undefined && !last) return [];
      const filter = { person: distinctIdsKey(person), ...(last && { order: { $gt: last.order } }) };
      const rows = distinct_ids.find(filter).sort({ order: 1 }).limit(limit);
      return (await rows.toArray()).map((row) => unescapeText(row.distinctId));
    }),

    firstDistinctIds: database.method(firstDistinctIds),

    /** Persons go last, and first the last to be merged into others, so that an interrupted call can be repeated. */
    erase: database.method(async (collections, projectId, uuids) => {
      const { persons, distinct_ids, flag_identifiers } = collections;
      const keys = uuids.map((uuid) => projectKey(projectId, uuid));
      const merged = await findMergedKeys(collections, keys);
      for (const batch of batchesOf([...keys, ...merged].toReversed())) {
        await retryOnConflict(() => distinct_ids.deleteMany({ person: { $in: batch } }));
        await retryOnConflict(() => flag_identifiers.deleteMany({ person: { $in: batch } }));
        await retryOnConflict(() => persons.deleteMany({ _id: { $in: batch } }));
      }
    }),

    mergedUuids: database.method(async (collections, projectId, uuid, limit) => {
      const merged = await findMergedKeys(collections, [projectKey(projectId, uuid)], limit);
      return merged.map((_id) => uuidOfPerson({ _id }));
    }),
  };
}

/** Reads in the order of the index: a person with a million distinct ids costs a query, not a million documents. */
async function firstDistinctIds(
  collections: Collections,
  projectId: string,
  uuids: readonly string[],
  limit: number,
): Promise<Map<string, string[]>> {
  const found = new Map(uuids.map((uuid): [string, string[]] => [uuid, []]));
  const byKey = await ownListsByKey(collections, projectId, found);
  const queryLimit = PERSONS_PER_QUERY * limit;
  let keys = limit > 0 ? [...byKey.keys()].sort() : [];
  while (keys.length > 0) {
    for (const key of keys) byKey.get(key)?.splice(0);
    const filter = { person: { $in: keys } };
    const options = { projection: { person: 1, distinctId: 1 }, limit: queryLimit } as const;
    const rows = await collections.distinct_ids.find(filter, options).sort({ person: 1, order: 1 }).toArray();
    for (const { person, distinctId } of rows) {
      const own = byKey.get(person);
      if (own && own.length < limit) own.push(unescapeText(distinctId));
    }
    const last = rows.length === queryLimit ? rows.at(-1)?.person : undefined;
    const isComplete = last === undefined || byKey.get(last)?.length === limit;
    keys = last === undefined ? [] : keys.filter((key) => (isComplete ? key > last : key >= last));
  }
  return found;
}

/** Returns the lists to fill by the key that names the person's distinct ids, without those of merged persons. */
async function ownListsByKey(
  collections: Collections,
  projectId: string,
  found: ReadonlyMap<string, string[]>,
): Promise<Map<string, string[]>> {
  const lists = new Map([...found].map(([uuid, list]) => [projectKey(projectId, uuid), list]));
  const projection = { merging: 1, mergedInto: 1, distinctIdsUnder: 1 } as const;
  let rows = await findByIds(collections.persons, lists.keys(), projection);
  const merging = rows.flatMap(({ _id, merging }) => (merging ? [_id] : []));
  if (merging.length > 0) {
    await survivorsOf(collections, new Set(merging)); // completes decided merges
    rows = await findByIds(collections.persons, lists.keys(), projection);
  }
  return new Map(
    rows.flatMap((row): [string, string[]][] => {
      const list = lists.get(row._id);
      return list && row.mergedInto === undefined ? [[distinctIdsKey(row), list]] : [];
    }),
  );
}

const PART = 2000;
/** How many persons are read at once: each may have 1 MB of properties. */
const LARGE_PART = 100;

export function mongoPeopleReading(database: MongoDatabase): PeopleReading {
  return {
    async *persons(projectId) {
      const read = ({ persons }: Collections, keys: Filter<PersonRow>) => persons.find({ ...keys, ...NOT_MERGED });
      for await (const rows of readParts(database, projectId, LARGE_PART, read)) {
        yield rows.map((row) => ({
          uuid: uuidOfPerson(row),
          createdAt: row.createdAt,
          isIdentified: row.isIdentified,
          properties: boundedText(row.properties),
        }));
      }
    },

    async *distinctIds(projectId) {
      const survivors = await database.run((collections) => mergedInto(collections, projectId));
      const read = ({ distinct_ids }: Collections, keys: Filter<DistinctIdRow>) => distinct_ids.find(keys);
      for await (const rows of readParts(database, projectId, PART, read)) {
        yield rows.map(({ distinctId, person }) => {
          let owner = person;
          for (let next = survivors.get(owner); next !== undefined; next = survivors.get(owner)) owner = next;
          return { distinctId: unescapeText(distinctId), person: uuidOfPerson({ _id: owner }) };
        });
      }
    },

    async *groups(projectId) {
      const read = ({ groups }: Collections, keys: Filter<GroupRow>) => groups.find(keys);
      for await (const rows of readParts(database, projectId, LARGE_PART, read)) {
        yield rows.map(({ type, key, createdAt, properties }) => ({
          type: unescapeText(type),
          key: unescapeText(key),
          createdAt,
          properties: boundedText(properties),
        }));
      }
    },
  };
}

async function mergedInto({ persons }: Collections, projectId: string): Promise<ReadonlyMap<string, string>> {
  const filter = { ...keysAfter<{ _id: string; mergedInto?: string }>(projectId, ""), mergedInto: { $gt: "" } };
  const rows = await persons.find(filter, { projection: { mergedInto: 1 } }).toArray();
  return new Map(rows.flatMap(({ _id, mergedInto }) => (mergedInto === undefined ? [] : [[_id, mergedInto] as const])));
}

/** Selects documents of the project by their keys, which begin with its number and `#` or `/`; `0` sorts after both. */
function keysAfter<Row extends { readonly _id: string }>(projectId: string, after: string): Filter<Row> {
  const project = projectNumberForQuery(projectId);
  return { _id: { $gt: after || `${project}#`, $lt: `${project}0` } } as Filter<Row>;
}

async function* readParts<Row extends { readonly _id: string }>(
  database: MongoDatabase,
  projectId: string,
  limit: number,
  read: (collections: Collections, keys: Filter<Row>) => FindCursor<Row>,
): AsyncGenerator<Row[]> {
  for (let after = ""; ; ) {
    const keys = keysAfter<Row>(projectId, after);
    const rows = await database.run((all) => read(all, keys).sort({ _id: 1 }).limit(limit).toArray());
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last._id;
  }
}

function boundedText(stored: StoredText): string {
  const text = fromStoredText(stored);
  return Buffer.byteLength(text) > MAX_RECORD_PROPERTIES_BYTES ? "{}" : text;
}
