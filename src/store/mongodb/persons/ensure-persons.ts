import { assignDistinctIds } from "../../assign-distinct-ids.ts";
import type { ProjectId } from "../../ports/common.ts";
import type { NewDistinctId, PersonRef } from "../../ports/persons.ts";
import { byId, insertMissing } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { lastNumbers } from "../counters.ts";
import { requireProjectNumber } from "../document-keys.ts";
import type { PersonRefRow } from "../row-types.ts";
import { type AddedDistinctId, addDistinctIds } from "./add-distinct-ids.ts";
import { ownerRefsOf } from "./find-persons.ts";
import { newDistinctIdRow, newPersonRow, toRef } from "./person-row.ts";

/** A distinct id of a project, and the person that is created if it has none. */
export interface WantedPerson extends NewDistinctId {
  readonly projectId: ProjectId;
  /** The key of the distinct id. */
  readonly key: string;
  /** The key of `sameAs`. */
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
  const { created, added } = assignDistinctIds(wanted, owners);
  if (created.length > 0) await createPersons(collections, created, owners);
  const addedIds = added.map(({ key, owner, item }): AddedDistinctId => {
    const distinctId = key === item.key ? item.distinctId : (item.sameAs ?? "");
    return { key, owner, projectId: item.projectId, distinctId };
  });
  await addDistinctIds(collections, addedIds, owners);
  return new Map([...owners].map(([key, row]) => [key, toRef(row)]));
}

/**
 * Inserts persons, then their distinct ids. A person's uuid is derived from the distinct id, so concurrent and repeated
 * calls create the same person. The first insert of a distinct id decides its owner.
 */
async function createPersons(
  collections: Collections,
  wanted: readonly WantedPerson[],
  owners: Map<string, PersonRefRow>,
): Promise<void> {
  const erasuresOf = ({ projectId }: WantedPerson) => `erasures ${requireProjectNumber(projectId)}` as const;
  const erasures = await lastNumbers(collections, [...new Set(wanted.map(erasuresOf))]);
  const created = wanted.map((item) => {
    const person = newPersonRow(item.projectId, item, erasures.get(erasuresOf(item)) ?? 0);
    return { key: item.key, person, distinctId: newDistinctIdRow(item.projectId, item.distinctId, person._id) };
  });
  const rows = created.map(({ person }) => person).toSorted(byId);
  const existingPersons = await insertMissing(collections.persons, rows);
  const distinctIds = created.map(({ distinctId }) => distinctId).toSorted(byId);
  const existingIds = await insertMissing(collections.distinct_ids, distinctIds);
  const conflicts = new Set([...existingPersons.map(({ _id }) => _id), ...existingIds.map(({ person }) => person)]);
  for (const { key, person } of created) if (!conflicts.has(person._id)) owners.set(key, person);
  const contested = created.filter(({ person }) => conflicts.has(person._id));
  if (contested.length === 0) return;
  const contestedKeys = contested.map(({ key }) => key);
  for (const [key, person] of await ownerRefsOf(collections, contestedKeys)) owners.set(key, person);
  // A person whose distinct id was added to another meanwhile will never own any.
  const orphans = contested.filter(({ key, person }) => owners.get(key)?._id !== person._id);
  if (orphans.length > 0) {
    await collections.persons.deleteMany({ _id: { $in: orphans.map(({ person }) => person._id) }, version: 0 });
  }
}
