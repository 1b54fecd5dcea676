import { type Assigned, assignDistinctIds } from "../../assign-distinct-ids.ts";
import { changedEmail } from "../../email.ts";
import type { ProjectId } from "../../ports/common.ts";
import type { MergeResult, NewDistinctId, PersonRef, Persons, PersonUpdate } from "../../ports/persons.ts";
import { changeProperties } from "../../property-text.ts";
import { requireProjectNumber } from "../../stored-ids.ts";
import { byId, combineCalls, findByIds, forEachConcurrently, insertMissing } from "../bulk-writes.ts";
import { type ChangesCall, changeRows, type PlannedChange, refusedOf, turnOf } from "../change-rows.ts";
import type { Collections } from "../collections.ts";
import { fromStoredText, projectKey, toStoredText } from "../document-keys.ts";
import type { MongoDatabase } from "../mongo-database.ts";
import type { DistinctIdRow, PersonRefRow, PersonRow } from "../row-types.ts";
import { ownerRefsOf } from "./find-persons.ts";
import { mergePersons, survivorOf } from "./merge-persons.ts";
import { distinctIdsKey, newDistinctIdRow, newPersonRow, toRef } from "./person-row.ts";

type DistinctIds = ReadonlyMap<string, string>;

type MergeCall = { readonly into: string; readonly from: string };

interface KeyedUpdate extends Omit<PersonUpdate, "uuid"> {
  readonly key: string;
}

const NOTHING: Omit<KeyedUpdate, "key"> = { changes: [], identify: false };

/** Combines what the drain does with the persons of many projects at the same time. */
export function changePersons(database: MongoDatabase): Pick<Persons, "findRefs" | "ensure" | "update" | "merge"> {
  const find = combineCalls<DistinctIds, Map<string, PersonRef>>(database, async (collections, calls) => {
    const owners = await ownerRefsOf(collections, new Set(calls.flatMap((ids) => [...ids.keys()])));
    const refs = new Map([...owners].map(([key, row]) => [key, toRef(row)]));
    return (ids) => byDistinctId(refs, ids);
  });
  const ensure = combineCalls<readonly WantedPerson[], Map<string, PersonRef>>(database, async (collections, calls) => {
    const all = keysOf(calls.flat());
    const owners = await ownerRefsOf(collections, all.keys());
    const assigned = assignDistinctIds(calls.flat(), owners);
    if (assigned.created.length + assigned.added.length > 0) await insertDistinctIds(collections, assigned, owners);
    const refs = new Map([...owners].map(([key, row]) => [key, toRef(row)]));
    return (wanted) => byDistinctId(refs, keysOf(wanted));
  });
  const update = combineCalls<ChangesCall<KeyedUpdate>, number>(database, async (collections, calls) => {
    const combined = new Map<string, Omit<KeyedUpdate, "key">>();
    for (const { key, changes, identify } of calls.flatMap(({ updates }) => updates)) {
      const earlier = combined.get(key) ?? NOTHING;
      combined.set(key, { changes: [...earlier.changes, ...changes], identify: earlier.identify || identify });
    }
    const { refused } = await changeRows(collections.persons, {
      keys: combined.keys(),
      plan: (row, key) => versionUpdate(row, combined.get(key) ?? NOTHING),
      reread: (key) => survivorOf(collections, key),
      isMoving: ({ mergedInto, merging }) => (mergedInto ?? merging) !== undefined,
      requireTurn: turnOf(calls),
    });
    return ({ updates }) =>
      refusedOf(
        updates.map(({ key }) => key),
        refused,
      );
  });
  const merge = combineCalls<MergeCall, MergeResult>(database, async (collections, calls) => {
    const results = new Map<MergeCall, MergeResult>();
    await forEachConcurrently(calls, async (call) => {
      results.set(call, await mergePersons(collections, call.into, call.from));
    });
    return (call) => results.get(call) ?? false;
  });
  return {
    findRefs: (projectId, distinctIds) => find(new Map(distinctIds.map((id) => [projectKey(projectId, id), id]))),
    ensure: (projectId, wanted) =>
      ensure(
        wanted.map((item) => {
          const sameKey = item.sameAs === undefined ? undefined : projectKey(projectId, item.sameAs);
          return { ...item, projectId, key: projectKey(projectId, item.distinctId), sameKey };
        }),
      ),
    update: (projectId, updates, requireTurn) => {
      const keyed = updates.map(({ uuid, ...rest }) => ({ ...rest, key: projectKey(projectId, uuid) }));
      return update({ updates: keyed, requireTurn });
    },
    merge: (projectId, into, from) => merge({ into: projectKey(projectId, into), from: projectKey(projectId, from) }),
  };
}

function keysOf(wanted: readonly WantedPerson[]): DistinctIds {
  const keys = new Map<string, string>();
  for (const { key, distinctId, sameKey, sameAs } of wanted) {
    keys.set(key, distinctId);
    if (sameKey !== undefined && sameAs !== undefined) keys.set(sameKey, sameAs);
  }
  return keys;
}

function byDistinctId(refs: ReadonlyMap<string, PersonRef>, ids: DistinctIds): Map<string, PersonRef> {
  const found = new Map<string, PersonRef>();
  for (const [key, distinctId] of ids) {
    const ref = refs.get(key);
    if (ref) found.set(distinctId, ref);
  }
  return found;
}

function versionUpdate(row: PersonRow, { changes, identify }: Omit<KeyedUpdate, "key">): PlannedChange<PersonRow> {
  const before = fromStoredText(row.properties);
  const changed = changeProperties(before, changes);
  const { text: after, refused } = changed;
  const isIdentified = identify || row.isIdentified;
  if (after === before && isIdentified === row.isIdentified) return { change: null, refused };
  const email = changedEmail(row.email ?? null, changed, changes);
  const update = { $set: { properties: toStoredText(after), isIdentified, email }, $inc: { version: 1 } };
  return { change: { filter: { _id: row._id, version: row.version }, update }, refused };
}

interface WantedPerson extends NewDistinctId {
  readonly projectId: ProjectId;
  readonly key: string;
  readonly sameKey: string | undefined;
}

interface Plan {
  readonly key: string;
  readonly person: PersonRefRow;
  readonly row: DistinctIdRow;
}

/**
 * Inserts persons, then distinct ids, and adds their owners. A person's uuid is derived from its first distinct id, so
 * concurrent and repeated calls create the same person. The first insert of a distinct id decides its owner.
 */
async function insertDistinctIds(
  collections: Collections,
  { created, added }: Assigned<WantedPerson>,
  owners: Map<string, PersonRefRow>,
): Promise<void> {
  const newPersons = await newPersonsOf(collections, created);
  const plans = new Map<string, Plan>();
  const plan = (key: string, { projectId }: WantedPerson, distinctId: string, person: PersonRefRow | undefined) => {
    if (!person) throw new Error("There is no person for a distinct id.");
    plans.set(key, { key, person, row: newDistinctIdRow(projectId, distinctId, distinctIdsKey(person)) });
  };
  for (const item of created) plan(item.key, item, item.distinctId, newPersons.get(item.key));
  for (const { key, owner, item } of added) {
    const distinctId = key === item.key ? item.distinctId : (item.sameAs ?? "");
    plan(key, item, distinctId, plans.get(owner)?.person ?? owners.get(owner));
  }
  const existing = await insertMissing(collections.persons, [...newPersons.values()].toSorted(byId));
  const rows = [...plans.values()].map(({ row }) => row).toSorted(byId);
  const present = new Set((await insertMissing(collections.distinct_ids, rows)).map(({ _id }) => _id));
  // If a merge moved a person's distinct ids before these were inserted, it is visible by now.
  const shared = added.flatMap(({ key }) => plans.get(key)?.person ?? []);
  const changed = new Set([...existing, ...(await movedOf(collections, shared))].map(({ _id }) => _id));
  const contested: string[] = [];
  for (const { key, person, row } of plans.values()) {
    if (present.has(row._id) || changed.has(person._id)) contested.push(key);
    else owners.set(key, person);
  }
  if (contested.length === 0) return;
  const reread = async (keys: Iterable<string>) => {
    for (const [key, person] of await ownerRefsOf(collections, keys)) owners.set(key, person);
  };
  await reread(contested);
  // If another node was faster, that owner also gets the distinct ids that were to share the new person.
  const orphans = [...newPersons].filter(([key, { _id }]) => owners.get(key)?._id !== _id);
  await forEachConcurrently(orphans, async ([key, orphan]) => {
    const owner = owners.get(key);
    if (owner) await mergePersons(collections, owner._id, orphan._id);
  });
  if (orphans.length > 0) await reread(plans.keys());
}

async function newPersonsOf(
  collections: Collections,
  created: readonly WantedPerson[],
): Promise<Map<string, PersonRow>> {
  if (created.length === 0) return new Map();
  const erasuresOf = ({ projectId }: WantedPerson) => `erasures ${requireProjectNumber(projectId)}`;
  const counters = await findByIds(collections.counters, [...new Set(created.map(erasuresOf))]);
  const erasures = new Map(counters.map(({ _id, last }) => [_id, last]));
  const newPerson = (item: WantedPerson) => newPersonRow(item.projectId, item, erasures.get(erasuresOf(item)) ?? 0);
  return new Map(created.map((item) => [item.key, newPerson(item)]));
}

/** Returns the persons whose distinct ids a merge moves, or has moved since the persons were read. */
async function movedOf({ persons }: Collections, read: readonly PersonRefRow[]): Promise<PersonRefRow[]> {
  const before = new Map(read.map((person) => [person._id, distinctIdsKey(person)]));
  const now = await findByIds(persons, before.keys(), { properties: 0 });
  const isMoved = (row: PersonRow) => row.mergedInto ?? row.merging ?? distinctIdsKey(row) !== before.get(row._id);
  return now.filter(isMoved);
}
