import type { Persons, PersonUpdate } from "../ports/persons.ts";
import { changeProperties } from "../values/property-text.ts";
import { fromColumn } from "../values/text.ts";
import { forEach, insertMissing, updateVersions, type VersionUpdate } from "./bulk.ts";
import type { Collections } from "./collections.ts";
import type { Database } from "./database.ts";
import { projectKey } from "./ids.ts";
import { fromStored, toStored } from "./long-text.ts";
import { completeMerge } from "./persons/complete-merge.ts";
import { newDistinctIdRow, uuidOf } from "./persons/convert.ts";
import { ensurePersons, findPersons, ownersOf } from "./persons/find.ts";
import { mergePersons } from "./persons/merge.ts";
import { survivorOf, survivorsOf } from "./persons/survivors.ts";
import { AGAIN, attempts } from "./retry.ts";
import type { PersonRow } from "./rows.ts";

interface Wanted extends Pick<PersonUpdate, "changes" | "identify"> {
  /** The person's. */
  readonly key: string;
}

export function mongoPersons(database: Database): Persons {
  return {
    find: (projectId, distinctIds) => database.run((collections) => findPersons(collections, projectId, distinctIds)),

    ensure: (projectId, wanted) => database.run((collections) => ensurePersons(collections, projectId, wanted)),

    attach: (projectId, distinctId, uuid) =>
      database.run((collections) =>
        attempts(async () => {
          const owner = (await ownersOf(collections, projectId, [distinctId])).get(distinctId);
          if (owner) return uuidOf(owner);
          const person = await survivorOf(collections, projectKey(projectId, uuid));
          if (!person) throw new Error(`There is no person ${uuid} in project ${projectId}.`);
          const row = newDistinctIdRow(projectId, distinctId, person._id);
          if ((await insertMissing(collections.distinct_ids, [row])).length > 0) return AGAIN;
          // A merge that moved the person's distinct ids before this one came has been decided by now, and is seen.
          const now = await collections.persons.findOne({ _id: person._id });
          return now?.mergedInto === undefined ? uuidOf(person) : AGAIN;
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
        await completeMerge(collections, person);
        const own = collections.distinct_ids.find({ person: person._id }).sort({ order: 1 }).limit(limit);
        return (await own.toArray()).map((row) => fromColumn(row.distinctId));
      }),
  };
}

/** All in one command; where others change some of them meanwhile, one by one. To do a change twice gives what doing it once, and later, gives. */
async function updatePersons(collections: Collections, wanted: readonly Wanted[]): Promise<void> {
  const survivors = await survivorsOf(collections, new Set(wanted.map(({ key }) => key)));
  const joined = new Map<PersonRow, Wanted>();
  for (const { key, changes, identify } of wanted) {
    const row = survivors.get(key);
    if (!row) continue;
    const before = joined.get(row) ?? { key: row._id, changes: [], identify: false };
    joined.set(row, { ...before, changes: [...before.changes, ...changes], identify: before.identify || identify });
  }
  const updates = [...joined].flatMap(([row, update]) => updateOf(row, update) ?? []);
  if (await updateVersions(collections.persons, updates)) return;
  await forEach(joined.values(), (update) =>
    attempts(async () => {
      const row = await survivorOf(collections, update.key);
      const change = row && updateOf(row, update);
      if (!change) return undefined;
      return (await collections.persons.updateOne(change.filter, change.update)).matchedCount > 0 ? undefined : AGAIN;
    }),
  );
}

/** Null where there is nothing to change. */
function updateOf(row: PersonRow, { changes, identify }: Wanted): VersionUpdate<PersonRow> | null {
  const before = fromStored(row.properties);
  const after = changes.length > 0 ? changeProperties(before, changes) : before;
  const isIdentified = identify || row.isIdentified;
  if (after === before && isIdentified === row.isIdentified) return null;
  const update = { $set: { properties: toStored(after), isIdentified }, $inc: { version: 1 } };
  return { filter: { _id: row._id, version: row.version }, update };
}
