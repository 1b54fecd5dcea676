import type { Persons, PersonUpdate } from "../ports/persons.ts";
import { unescapeText } from "../values/escape-text.ts";
import { changeProperties } from "../values/property-text.ts";
import { forEachConcurrently, insertMissing, updateVersions, type VersionUpdate } from "./bulk-writes.ts";
import type { Collections } from "./collections.ts";
import { projectKey } from "./document-keys.ts";
import type { MongoDatabase } from "./mongo-database.ts";
import { completeDecidedMerge } from "./persons/complete-merge.ts";
import { ensurePersons, findPersons, ownersOf } from "./persons/find-persons.ts";
import { mergePersons } from "./persons/merge-persons.ts";
import { newDistinctIdRow, uuidOfPerson } from "./persons/person-row.ts";
import { survivorOf, survivorsOf } from "./persons/survivors.ts";
import { RETRY, retryOnConflict } from "./retry-on-conflict.ts";
import type { PersonRow } from "./row-types.ts";
import { fromStoredText, toStoredText } from "./stored-text.ts";

interface KeyedPersonUpdate extends Pick<PersonUpdate, "changes" | "identify"> {
  /** The person's. */
  readonly key: string;
}

export function mongoPersons(database: MongoDatabase): Persons {
  return {
    find: (projectId, distinctIds) => database.run((collections) => findPersons(collections, projectId, distinctIds)),

    ensure: (projectId, wanted) => database.run((collections) => ensurePersons(collections, projectId, wanted)),

    attach: (projectId, distinctId, uuid) =>
      database.run((collections) =>
        retryOnConflict(async () => {
          const owner = (await ownersOf(collections, projectId, [distinctId])).get(distinctId);
          if (owner) return uuidOfPerson(owner);
          const person = await survivorOf(collections, projectKey(projectId, uuid));
          if (!person) throw new Error(`There is no person ${uuid} in project ${projectId}.`);
          const row = newDistinctIdRow(projectId, distinctId, person._id);
          if ((await insertMissing(collections.distinct_ids, [row])).length > 0) return RETRY;
          // A merge that moved the person's distinct ids before this one came has been decided by now, and is seen.
          const now = await collections.persons.findOne({ _id: person._id });
          return now?.mergedInto === undefined ? uuidOfPerson(person) : RETRY;
        }),
      ),

    update: (projectId, updates) =>
      database.run(async (collections) => {
        const keyed = updates.map((update) => ({ ...update, key: projectKey(projectId, update.uuid) }));
        await updatePersons(collections, keyed);
      }),

    merge: (projectId, into, from) =>
      database.run((collections) =>
        mergePersons(collections, projectKey(projectId, into), projectKey(projectId, from)),
      ),

    distinctIds: (projectId, uuid, limit) =>
      database.run(async (collections) => {
        const person = await collections.persons.findOne({ _id: projectKey(projectId, uuid) });
        if (!person || person.mergedInto !== undefined || limit <= 0) return [];
        await completeDecidedMerge(collections, person);
        const own = collections.distinct_ids.find({ person: person._id }).sort({ order: 1 }).limit(limit);
        return (await own.toArray()).map((row) => unescapeText(row.distinctId));
      }),
  };
}

/** All in one command; where others change some of them meanwhile, one by one. To do a change twice gives what doing it once, and later, gives. */
async function updatePersons(collections: Collections, wanted: readonly KeyedPersonUpdate[]): Promise<void> {
  const survivors = await survivorsOf(collections, new Set(wanted.map(({ key }) => key)));
  const joined = new Map<PersonRow, KeyedPersonUpdate>();
  for (const { key, changes, identify } of wanted) {
    const row = survivors.get(key);
    if (!row) continue;
    const before = joined.get(row) ?? { key: row._id, changes: [], identify: false };
    joined.set(row, { ...before, changes: [...before.changes, ...changes], identify: before.identify || identify });
  }
  const updates = [...joined].flatMap(([row, update]) => personUpdate(row, update) ?? []);
  if (await updateVersions(collections.persons, updates)) return;
  await forEachConcurrently(joined.values(), (update) =>
    retryOnConflict(async () => {
      const row = await survivorOf(collections, update.key);
      const change = row && personUpdate(row, update);
      if (!change) return undefined;
      return (await collections.persons.updateOne(change.filter, change.update)).matchedCount > 0 ? undefined : RETRY;
    }),
  );
}

/** Null where there is nothing to change. */
function personUpdate(row: PersonRow, { changes, identify }: KeyedPersonUpdate): VersionUpdate<PersonRow> | null {
  const before = fromStoredText(row.properties);
  const after = changes.length > 0 ? changeProperties(before, changes) : before;
  const isIdentified = identify || row.isIdentified;
  if (after === before && isIdentified === row.isIdentified) return null;
  const update = { $set: { properties: toStoredText(after), isIdentified }, $inc: { version: 1 } };
  return { filter: { _id: row._id, version: row.version }, update };
}
