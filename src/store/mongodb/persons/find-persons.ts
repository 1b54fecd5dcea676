import { findByIds, forEachConcurrently } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { projectKey } from "../document-keys.ts";
import { retryOnConflict } from "../mongo-errors.ts";
import type { DistinctIdRow, PersonRefRow, PersonRow } from "../row-types.ts";
import { survivorRefsOf, survivorsOf } from "./merge-persons.ts";
import { distinctIdsKey } from "./person-row.ts";

/** Completes decided merges first. */
export async function ownersOf(
  collections: Collections,
  projectId: string,
  distinctIds: Iterable<string>,
): Promise<Map<string, PersonRow>> {
  const keys = new Map([...distinctIds].map((distinctId) => [projectKey(projectId, distinctId), distinctId]));
  const owners = await readOwners(collections, keys.keys(), survivorsOf);
  return new Map([...owners].map(([key, row]) => [keys.get(key) ?? "", row]));
}

/** Finds owners by the keys of distinct ids, of any projects, without properties, which may be large. */
export function ownerRefsOf(collections: Collections, keys: Iterable<string>): Promise<Map<string, PersonRefRow>> {
  return readOwners(collections, keys, survivorRefsOf);
}

async function readOwners<Row extends PersonRefRow>(
  collections: Collections,
  keys: Iterable<string>,
  read: (collections: Collections, keys: ReadonlySet<string>) => Promise<ReadonlyMap<string, Row>>,
): Promise<Map<string, Row>> {
  const rows = await findByIds(collections.distinct_ids, keys);
  const owners = await read(collections, new Set(rows.map(({ person }) => person)));
  await moveToSurvivors(collections, rows, owners);
  const found = new Map<string, Row>();
  for (const { _id, person } of rows) {
    const owner = owners.get(person);
    if (owner) found.set(_id, owner);
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
