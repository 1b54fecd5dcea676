import { batchesOf } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";

/** Implements `Persons.erase`, by the persons' keys. Persons go last, so that an interrupted call can be repeated. */
export async function erasePersons(
  { persons, distinct_ids, flag_identifiers }: Collections,
  keys: ReadonlySet<string>,
): Promise<void> {
  const generations: string[][] = [];
  const known = new Set<string>();
  for (let next = [...keys]; next.length > 0; ) {
    generations.push(next);
    for (const key of next) known.add(key);
    const merged: string[] = [];
    for (const mergedInto of batchesOf(next)) {
      const rows = persons.find({ mergedInto: { $in: mergedInto } }, { projection: { _id: 1 } });
      merged.push(...(await rows.toArray()).map(({ _id }) => _id));
    }
    next = merged.filter((key) => !known.has(key));
  }
  // The last to be merged into others go first, so that the others are found again.
  for (const generation of generations.toReversed()) {
    for (const batch of batchesOf(generation)) {
      await retryOnConflict(() => distinct_ids.deleteMany({ person: { $in: batch } }));
      await retryOnConflict(() => flag_identifiers.deleteMany({ person: { $in: batch } }));
      await retryOnConflict(() => persons.deleteMany({ _id: { $in: batch } }));
    }
  }
}
