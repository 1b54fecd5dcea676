import type { ProjectId } from "../../ports/common.ts";
import type { NewDistinctId, PersonRef } from "../../ports/persons.ts";
import { byId, insertMissing } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { lastNumbers } from "../counters.ts";
import { requireProjectNumber } from "../document-keys.ts";
import { ownerRefsOf } from "./find-persons.ts";
import { newDistinctIdRow, newPersonRow, toRef, uuidOfPerson } from "./person-row.ts";

/** A distinct id of a project, and the person that is created if it has none. */
export interface WantedPerson extends NewDistinctId {
  readonly projectId: ProjectId;
  /** The key of the distinct id. */
  readonly key: string;
}

/**
 * Implements `Persons.ensure` for several projects. Inserts persons, then their distinct ids. A person's uuid is
 * derived from the distinct id, so concurrent and repeated calls create the same person. The first insert of a distinct
 * id decides its owner. Returns the persons by the keys of their distinct ids.
 */
export async function ensurePersons(
  collections: Collections,
  wanted: readonly WantedPerson[],
): Promise<ReadonlyMap<string, PersonRef>> {
  const byKey = new Map<string, WantedPerson>();
  for (const item of wanted) if (!byKey.has(item.key)) byKey.set(item.key, item);
  const persons = await findRefs(collections, byKey.keys());
  const missing = [...byKey.values()].filter(({ key }) => !persons.has(key));
  if (missing.length === 0) return persons;
  const erasuresOf = ({ projectId }: WantedPerson) => `erasures ${requireProjectNumber(projectId)}` as const;
  const erasures = await lastNumbers(collections, [...new Set(missing.map(erasuresOf))]);
  const created = missing.map((item) => {
    const person = newPersonRow(item.projectId, item, erasures.get(erasuresOf(item)) ?? 0);
    return { key: item.key, person, distinctId: newDistinctIdRow(item.projectId, item.distinctId, person._id) };
  });
  const rows = created.map(({ person }) => person).toSorted(byId);
  const existingPersons = await insertMissing(collections.persons, rows);
  const distinctIds = created.map(({ distinctId }) => distinctId).toSorted(byId);
  const existingIds = await insertMissing(collections.distinct_ids, distinctIds);
  const conflicts = new Set([...existingPersons.map(({ _id }) => _id), ...existingIds.map(({ person }) => person)]);
  for (const { key, person } of created) if (!conflicts.has(person._id)) persons.set(key, toRef(person));
  const contested = created.filter(({ person }) => conflicts.has(person._id));
  if (contested.length === 0) return persons;
  const contestedKeys = contested.map(({ key }) => key);
  for (const [key, person] of await findRefs(collections, contestedKeys)) persons.set(key, person);
  // A person whose distinct id was attached to another meanwhile will never own any.
  const orphans = contested.filter(({ key, person }) => persons.get(key)?.uuid !== uuidOfPerson(person));
  if (orphans.length > 0) {
    await collections.persons.deleteMany({ _id: { $in: orphans.map(({ person }) => person._id) }, version: 0 });
  }
  return persons;
}

/** Returns the persons of distinct ids, of any projects, by their keys. */
export async function findRefs(collections: Collections, keys: Iterable<string>): Promise<Map<string, PersonRef>> {
  const owners = await ownerRefsOf(collections, keys);
  return new Map([...owners].map(([key, row]) => [key, toRef(row)]));
}
