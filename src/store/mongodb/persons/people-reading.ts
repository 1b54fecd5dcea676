import type { Filter, FindCursor } from "mongodb";
import { unescapeText } from "../../escape-text.ts";
import { MAX_RECORD_PROPERTIES_BYTES, type PeopleReading } from "../../ports/persons.ts";
import type { Collections } from "../collections.ts";
import { projectNumberForQuery } from "../document-keys.ts";
import type { MongoDatabase } from "../mongo-database.ts";
import type { DistinctIdRow, GroupRow, PersonRow } from "../row-types.ts";
import { fromStoredText, type StoredText } from "../stored-text.ts";
import { uuidOfPerson } from "./person-row.ts";

const PART = 2000;
/** How many persons are read at once: each may have 1 MB of properties. */
const LARGE_PART = 100;
const NOT_MERGED = { mergedInto: { $not: { $gt: "" } } };

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
