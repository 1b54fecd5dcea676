import type { NewDistinctId, Person, PersonRef, PersonSummary } from "../../ports/persons.ts";
import { byId, findByIds, forEachConcurrently, insertMissing } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { lastNumber } from "../counters.ts";
import { projectKey, requireProjectNumber } from "../document-keys.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";
import type { DistinctIdRow, PersonRefRow, PersonRow } from "../row-types.ts";
import {
  distinctIdsKey,
  newDistinctIdRow,
  newPersonRow,
  SUMMARY_BATCH_SIZE,
  toPerson,
  toRef,
  toSummary,
  uuidOfPerson,
} from "./person-row.ts";
import { survivorRefsOf, survivorsOf } from "./survivors.ts";

/** Implements `Persons.find`. */
export async function findPersons(
  collections: Collections,
  projectId: string,
  distinctIds: Iterable<string>,
): Promise<Map<string, Person>> {
  const owners = await ownersOf(collections, projectId, distinctIds);
  return new Map([...owners].map(([distinctId, row]) => [distinctId, toPerson(row)]));
}

/** Implements `Persons.summarize`: reads few persons at once, because each may have 1 MB of properties. */
export async function summarizePersons(
  collections: Collections,
  projectId: string,
  distinctIds: readonly string[],
): Promise<Map<string, PersonSummary>> {
  const found = new Map<string, PersonSummary>();
  for (let start = 0; start < distinctIds.length; start += SUMMARY_BATCH_SIZE) {
    const owners = await ownersOf(collections, projectId, distinctIds.slice(start, start + SUMMARY_BATCH_SIZE));
    for (const [distinctId, row] of owners) found.set(distinctId, toSummary(row));
  }
  return found;
}

/** Returns the owners of the distinct ids that have one, after completing decided merges. */
export function ownersOf(
  collections: Collections,
  projectId: string,
  distinctIds: Iterable<string>,
): Promise<Map<string, PersonRow>> {
  return readOwners(collections, projectId, distinctIds, survivorsOf);
}

/** Returns the same without properties, which may be large: reads none. */
export function ownerRefsOf(
  collections: Collections,
  projectId: string,
  distinctIds: Iterable<string>,
): Promise<Map<string, PersonRefRow>> {
  return readOwners(collections, projectId, distinctIds, survivorRefsOf);
}

async function readOwners<Row extends PersonRefRow>(
  collections: Collections,
  projectId: string,
  distinctIds: Iterable<string>,
  read: (collections: Collections, keys: ReadonlySet<string>) => Promise<ReadonlyMap<string, Row>>,
): Promise<Map<string, Row>> {
  const keys = new Map<string, string>();
  for (const distinctId of distinctIds) keys.set(projectKey(projectId, distinctId), distinctId);
  const rows = await findByIds(collections.distinct_ids, keys.keys());
  const owners = await read(collections, new Set(rows.map(({ person }) => person)));
  await moveToSurvivors(collections, rows, owners);
  const found = new Map<string, Row>();
  for (const { _id, person } of rows) {
    const distinctId = keys.get(_id);
    const owner = owners.get(person);
    if (distinctId !== undefined && owner) found.set(distinctId, owner);
  }
  return found;
}

/** Moves distinct ids that are not under their owner's key: an interrupted `attach` may have inserted them too late. */
async function moveToSurvivors(
  { distinct_ids }: Collections,
  rows: readonly DistinctIdRow[],
  owners: ReadonlyMap<string, PersonRefRow>,
): Promise<void> {
  await forEachConcurrently(rows, async ({ _id, person }) => {
    const owner = owners.get(person);
    if (!owner || distinctIdsKey(owner) === person) return;
    await retryOnConflict(() => distinct_ids.updateOne({ _id, person }, { $set: { person: distinctIdsKey(owner) } }));
  });
}

/**
 * Implements `Persons.ensure`. Inserts a person, then its distinct id. The person's uuid is derived from the distinct
 * id, so concurrent and repeated calls create the same person. The first insert of the distinct id decides its owner.
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

  const erasures = await lastNumber(collections, `erasures ${requireProjectNumber(projectId)}`);
  const created = new Map(
    [...missing].map(([distinctId, item]) => [distinctId, newPersonRow(projectId, item, erasures)]),
  );
  const rows = [...created].map(([distinctId, { _id }]) => newDistinctIdRow(projectId, distinctId, _id));
  const existingPersons = await insertMissing(collections.persons, [...created.values()].toSorted(byId));
  const existingIds = await insertMissing(collections.distinct_ids, rows.toSorted(byId));

  const conflicts = new Set([...existingPersons.map(({ _id }) => _id), ...existingIds.map(({ person }) => person)]);
  for (const [distinctId, row] of created) if (!conflicts.has(row._id)) persons.set(distinctId, toRef(row));
  const contested = [...created].filter(([, { _id }]) => conflicts.has(_id));
  const contestedIds = contested.map(([distinctId]) => distinctId);
  const found = await findRefs(collections, projectId, contestedIds);
  for (const [distinctId, person] of found) persons.set(distinctId, person);

  // A person whose distinct id was attached to another meanwhile will never own any.
  const orphans = contested.filter(([distinctId, row]) => persons.get(distinctId)?.uuid !== uuidOfPerson(row));
  if (orphans.length > 0) {
    await collections.persons.deleteMany({ _id: { $in: orphans.map(([, { _id }]) => _id) }, version: 0 });
  }
  return persons;
}

/** Implements `Persons.findRefs`. */
export async function findRefs(
  collections: Collections,
  projectId: string,
  distinctIds: Iterable<string>,
): Promise<Map<string, PersonRef>> {
  const owners = await ownerRefsOf(collections, projectId, distinctIds);
  return new Map([...owners].map(([distinctId, row]) => [distinctId, toRef(row)]));
}
