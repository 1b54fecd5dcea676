import type { ProjectId } from "../../ports/common.ts";
import { byId, findByIds, insertMissing } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { RETRY, retryOnConflict } from "../retry-on-conflict.ts";
import type { PersonRefRow } from "../row-types.ts";
import { ownerRefsOf } from "./find-persons.ts";
import { distinctIdsKey, newDistinctIdRow } from "./person-row.ts";

/** A distinct id of a project that gets the person of another. */
export interface AddedDistinctId {
  readonly projectId: ProjectId;
  readonly distinctId: string;
  /** The key of the distinct id. */
  readonly key: string;
  /** The key of the other distinct id. */
  readonly owner: string;
}

/**
 * Assigns the persons of other distinct ids to these, of several projects, unless they have one. `owners` has the
 * persons by the keys of distinct ids, and gets those of the new ones. Distinct ids of which one follows from another
 * are in order.
 */
export async function addDistinctIds(
  collections: Collections,
  added: readonly AddedDistinctId[],
  owners: Map<string, PersonRefRow>,
): Promise<void> {
  for (let left = added; left.length > 0; ) {
    const next = left.filter(({ owner }) => owners.has(owner));
    if (next.length === 0) throw new Error(`There is no person to share with ${left.length} distinct ids.`);
    await addOnce(collections, next, owners);
    left = left.filter(({ key }) => !owners.has(key));
  }
}

/** Assigns persons that are known to distinct ids. */
async function addOnce(
  collections: Collections,
  added: readonly AddedDistinctId[],
  owners: Map<string, PersonRefRow>,
): Promise<void> {
  const left = new Map(added.map((item) => [item.key, item]));
  await retryOnConflict(async (attempt) => {
    if (attempt > 0) {
      const keys = [...left.values()].flatMap(({ key, owner }) => [key, owner]);
      for (const [key, person] of await ownerRefsOf(collections, keys)) {
        owners.set(key, person);
        left.delete(key);
      }
    }
    const rows = [...left.values()].flatMap(({ key, projectId, distinctId, owner }) => {
      const person = owners.get(owner);
      return person ? [{ key, person, row: newDistinctIdRow(projectId, distinctId, distinctIdsKey(person)) }] : [];
    });
    if (rows.length === 0) return undefined;
    const sorted = rows.map(({ row }) => row).toSorted(byId);
    const present = new Set((await insertMissing(collections.distinct_ids, sorted)).map(({ _id }) => _id));
    // If a merge moved a person's distinct ids before this one was inserted, it is visible by now.
    const ids = rows.map(({ person }) => person._id);
    const reread = await findByIds(collections.persons, ids, { properties: 0 });
    const byPersonKey = new Map(reread.map((person) => [person._id, person]));
    for (const { key, person, row } of rows) {
      const now = byPersonKey.get(person._id);
      const isMoved = now && (now.mergedInto ?? now.merging ?? distinctIdsKey(now) !== row.person);
      if (isMoved || present.has(row._id)) continue;
      owners.set(key, person);
      left.delete(key);
    }
    return left.size > 0 ? RETRY : undefined;
  });
}
