import { changedEmail } from "../../email.ts";
import { unescapeText } from "../../escape-text.ts";
import type { Persons, PersonUpdate } from "../../ports/persons.ts";
import { changeProperties } from "../../property-text.ts";
import { forEachConcurrently, insertMissing, updateVersions, type VersionUpdate } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { projectKey } from "../document-keys.ts";
import type { MongoDatabase } from "../mongo-database.ts";
import { RETRY, retryOnConflict } from "../retry-on-conflict.ts";
import type { PersonRow } from "../row-types.ts";
import { fromStoredText, toStoredText } from "../stored-text.ts";
import { erasePersons } from "./erase-persons.ts";
import { ensurePersons, findPersons, findRefs, ownerRefsOf, summarizePersons } from "./find-persons.ts";
import { firstDistinctIds } from "./first-distinct-ids.ts";
import { listPersons } from "./list-persons.ts";
import { mergePersons } from "./merge-persons.ts";
import { distinctIdsKey, newDistinctIdRow, toPerson, uuidOfPerson } from "./person-row.ts";
import { findMergedUuids, survivorOf, survivorRefOf, survivorsOf } from "./survivors.ts";

interface KeyedPersonUpdate extends Pick<PersonUpdate, "changes" | "identify"> {
  /** The person's key. */
  readonly key: string;
}

export function mongoPersons(database: MongoDatabase): Persons {
  return {
    find: (projectId, distinctIds) => database.run((collections) => findPersons(collections, projectId, distinctIds)),

    findRefs: (projectId, distinctIds) => database.run((collections) => findRefs(collections, projectId, distinctIds)),

    summarize: (projectId, distinctIds) =>
      database.run((collections) => summarizePersons(collections, projectId, distinctIds)),

    list: (projectId, page, filter = {}) =>
      database.run((collections) => listPersons(collections, projectId, page, filter)),

    findByUuid: (projectId, uuid) =>
      database.run(async (collections) => {
        const row = await survivorOf(collections, projectKey(projectId, uuid));
        return row ? toPerson(row) : null;
      }),

    ensure: (projectId, wanted) => database.run((collections) => ensurePersons(collections, projectId, wanted)),

    attach: (projectId, distinctId, uuid) =>
      database.run((collections) =>
        retryOnConflict(async () => {
          const owner = (await ownerRefsOf(collections, projectId, [distinctId])).get(distinctId);
          if (owner) return uuidOfPerson(owner);
          const person = await survivorRefOf(collections, projectKey(projectId, uuid));
          if (!person) throw new Error(`There is no person ${uuid} in project ${projectId}.`);
          const row = newDistinctIdRow(projectId, distinctId, distinctIdsKey(person));
          if ((await insertMissing(collections.distinct_ids, [row])).length > 0) return RETRY;
          // If a merge moved the person's distinct ids before this one was inserted, it is visible by now.
          const reread = await collections.persons.findOne({ _id: person._id }, { projection: { properties: 0 } });
          const isMoved = reread && (reread.mergedInto ?? reread.merging ?? distinctIdsKey(reread) !== row.person);
          return isMoved ? RETRY : uuidOfPerson(person);
        }),
      ),

    update: (projectId, updates) =>
      database.run(async (collections) => {
        const keyed = updates.map((update) => ({ ...update, key: projectKey(projectId, update.uuid) }));
        return updatePersons(collections, keyed);
      }),

    merge: (projectId, into, from) =>
      database.run((collections) =>
        mergePersons(collections, projectKey(projectId, into), projectKey(projectId, from)),
      ),

    distinctIds: (projectId, uuid, limit, after) =>
      database.run(async (collections) => {
        const person = await survivorRefOf(collections, projectKey(projectId, uuid));
        if (person?._id !== projectKey(projectId, uuid) || limit <= 0) return [];
        const { distinct_ids } = collections;
        const last = after === undefined ? null : await distinct_ids.findOne({ _id: projectKey(projectId, after) });
        if (after !== undefined && !last) return [];
        const filter = { person: distinctIdsKey(person), ...(last && { order: { $gt: last.order } }) };
        const rows = distinct_ids.find(filter).sort({ order: 1 }).limit(limit);
        return (await rows.toArray()).map((row) => unescapeText(row.distinctId));
      }),

    firstDistinctIds: (projectId, uuids, limit) =>
      database.run((collections) => firstDistinctIds(collections, projectId, uuids, limit)),

    erase: (projectId, uuids) =>
      database.run((collections) =>
        erasePersons(collections, new Set(uuids.map((uuid) => projectKey(projectId, uuid)))),
      ),

    mergedUuids: (projectId, uuid, limit) =>
      database.run((collections) => findMergedUuids(collections, projectKey(projectId, uuid), limit)),
  };
}

/**
 * Updates the persons in one command; then, after a conflict with other writers, one by one. Applying an update twice
 * has the same result as applying it once. Returns how many changes were refused.
 */
async function updatePersons(collections: Collections, updates: readonly KeyedPersonUpdate[]): Promise<number> {
  const survivors = await survivorsOf(collections, new Set(updates.map(({ key }) => key)));
  const combined = new Map<PersonRow, KeyedPersonUpdate>();
  for (const { key, changes, identify } of updates) {
    const row = survivors.get(key);
    if (!row) continue;
    const earlier = combined.get(row) ?? { key: row._id, changes: [], identify: false };
    combined.set(row, {
      key: row._id,
      changes: [...earlier.changes, ...changes],
      identify: earlier.identify || identify,
    });
  }
  const planned = [...combined].map(([row, update]) => versionUpdate(row, update));
  if (
    await updateVersions(
      collections.persons,
      planned.flatMap(({ change }) => change ?? []),
    )
  ) {
    return planned.reduce((sum, { refused }) => sum + refused, 0);
  }
  let refused = 0;
  await forEachConcurrently(combined.values(), async (update) => {
    refused += await retryOnConflict(async () => {
      const row = await survivorOf(collections, update.key);
      if (!row) return 0;
      const { change, refused } = versionUpdate(row, update);
      if (!change) return refused;
      return (await collections.persons.updateOne(change.filter, change.update)).matchedCount > 0 ? refused : RETRY;
    });
  });
  return refused;
}

interface PlannedUpdate {
  /** Null if there is nothing to change. */
  readonly change: VersionUpdate<PersonRow> | null;
  /** How many changes of properties are refused. */
  readonly refused: number;
}

function versionUpdate(row: PersonRow, { changes, identify }: KeyedPersonUpdate): PlannedUpdate {
  const before = fromStoredText(row.properties);
  const changed = changeProperties(before, changes);
  const { text: after, refused } = changed;
  const isIdentified = identify || row.isIdentified;
  if (after === before && isIdentified === row.isIdentified) return { change: null, refused };
  const email = changedEmail(row.email ?? null, changed, changes);
  const update = { $set: { properties: toStoredText(after), isIdentified, email }, $inc: { version: 1 } };
  return { change: { filter: { _id: row._id, version: row.version }, update }, refused };
}
