import { type Assigned, assignDistinctIds } from "../../assign-distinct-ids.ts";
import type { ProjectId } from "../../ports/common.ts";
import type { NewDistinctId, PersonRef } from "../../ports/persons.ts";
import { requireProjectNumber } from "../../stored-ids.ts";
import { byId, findByIds, forEachConcurrently, insertMissing } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { lastNumbers } from "../counters.ts";

import type { DistinctIdRow, PersonRefRow, PersonRow } from "../row-types.ts";
import { ownerRefsOf } from "./find-persons.ts";
import { mergePersons } from "./merge-persons.ts";
import { distinctIdsKey, newDistinctIdRow, newPersonRow, toRef } from "./person-row.ts";

export interface WantedPerson extends NewDistinctId {
  readonly projectId: ProjectId;
  readonly key: string;
  readonly sameKey: string | undefined;
}

/** Implements `Persons.ensure` for several projects. Returns the persons by the keys of their distinct ids. */
export async function ensurePersons(
  collections: Collections,
  wanted: readonly WantedPerson[],
): Promise<ReadonlyMap<string, PersonRef>> {
  const keys = new Set<string>();
  for (const { key, sameKey } of wanted) {
    keys.add(key);
    if (sameKey !== undefined) keys.add(sameKey);
  }
  const owners = await ownerRefsOf(collections, keys);
  const assigned = assignDistinctIds(wanted, owners);
  if (assigned.created.length + assigned.added.length > 0) await insertDistinctIds(collections, assigned, owners);
  return new Map([...owners].map(([key, row]) => [key, toRef(row)]));
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
  const erasuresOf = ({ projectId }: WantedPerson) => `erasures ${requireProjectNumber(projectId)}` as const;
  const erasures = await lastNumbers(collections, [...new Set(created.map(erasuresOf))]);
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
