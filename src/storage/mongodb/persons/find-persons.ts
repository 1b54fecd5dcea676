import type { NewDistinctId, Person, PersonRef } from "../../ports/persons.ts";
import { byId, findByIds, forEachConcurrently, insertMissing } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { projectKey } from "../document-keys.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";
import type { DistinctIdRow, PersonRow } from "../row-types.ts";
import { newDistinctIdRow, newPersonRow, toPerson, toRef, uuidOfPerson } from "./person-row.ts";
import { survivorsOf } from "./survivors.ts";

/** `Persons.find`. */
export async function findPersons(
  collections: Collections,
  projectId: string,
  distinctIds: Iterable<string>,
): Promise<Map<string, Person>> {
  const owners = await ownersOf(collections, projectId, distinctIds);
  return new Map([...owners].map(([distinctId, row]) => [distinctId, toPerson(row)]));
}

/** The persons of those distinct ids that have one. */
export async function ownersOf(
  collections: Collections,
  projectId: string,
  distinctIds: Iterable<string>,
): Promise<Map<string, PersonRow>> {
  const keys = new Map<string, string>();
  for (const distinctId of distinctIds) keys.set(projectKey(projectId, distinctId), distinctId);
  const rows = await findByIds(collections.distinct_ids, keys.keys());
  const owners = await survivorsOf(collections, new Set(rows.map(({ person }) => person)));
  await moveToSurvivors(collections, rows, owners);
  const found = new Map<string, PersonRow>();
  for (const { _id, person } of rows) {
    const distinctId = keys.get(_id);
    const owner = owners.get(person);
    if (distinctId !== undefined && owner) found.set(distinctId, owner);
  }
  return found;
}

/** A distinct id that came to a person after that had been merged stays behind where its caller goes away: it goes to the survivor now. */
async function moveToSurvivors(
  { distinct_ids }: Collections,
  rows: readonly DistinctIdRow[],
  owners: ReadonlyMap<string, PersonRow>,
): Promise<void> {
  await forEachConcurrently(rows, async ({ _id, person }) => {
    const owner = owners.get(person);
    if (!owner || owner._id === person) return;
    await retryOnConflict(() => distinct_ids.updateOne({ _id, person }, { $set: { person: owner._id } }));
  });
}

/**
 * `Persons.ensure`. A person comes before its distinct id, and its uuid follows from that: several who make it at once make the same one, and so
 * does who begins anew after a failure. Who inserts the distinct id first decides.
 */
export async function ensurePersons(
  collections: Collections,
  projectId: string,
  wanted: readonly NewDistinctId[],
): Promise<Map<string, PersonRef>> {
  const distinctIds = wanted.map(({ distinctId }) => distinctId);
  const persons = await findRefs(collections, projectId, distinctIds);
  const missing = new Map<string, NewDistinctId>();
  for (const item of wanted) {
    if (!persons.has(item.distinctId) && !missing.has(item.distinctId)) missing.set(item.distinctId, item);
  }
  if (missing.size === 0) return persons;

  const made = new Map([...missing].map(([distinctId, item]) => [distinctId, newPersonRow(projectId, item)]));
  const rows = [...made].map(([distinctId, { _id }]) => newDistinctIdRow(projectId, distinctId, _id));
  const known = await insertMissing(collections.persons, [...made.values()].toSorted(byId));
  const taken = await insertMissing(collections.distinct_ids, rows.toSorted(byId));

  const unsure = new Set([...known.map(({ _id }) => _id), ...taken.map(({ person }) => person)]);
  for (const [distinctId, row] of made) if (!unsure.has(row._id)) persons.set(distinctId, toRef(row));
  const others = [...made].filter(([, { _id }]) => unsure.has(_id));
  const found = await findRefs(
    collections,
    projectId,
    others.map(([distinctId]) => distinctId),
  );
  for (const [distinctId, person] of found) persons.set(distinctId, person);

  // A distinct id that was attached to somebody else meanwhile never comes to the person that was made for it.
  const idle = others.filter(([distinctId, row]) => persons.get(distinctId)?.uuid !== uuidOfPerson(row));
  if (idle.length > 0) {
    await collections.persons.deleteMany({ _id: { $in: idle.map(([, { _id }]) => _id) }, version: 0 });
  }
  return persons;
}

async function findRefs(collections: Collections, projectId: string, distinctIds: Iterable<string>) {
  const owners = await ownersOf(collections, projectId, distinctIds);
  return new Map([...owners].map(([distinctId, row]) => [distinctId, toRef(row)]));
}
