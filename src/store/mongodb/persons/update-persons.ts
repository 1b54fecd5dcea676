import { changedEmail } from "../../email.ts";
import type { RequireTurn } from "../../ports/common.ts";
import type { PersonUpdate } from "../../ports/persons.ts";
import { changeProperties } from "../../property-text.ts";
import { changeRows, type PlannedChange } from "../change-rows.ts";
import type { Collections } from "../collections.ts";
import type { PersonRow } from "../row-types.ts";
import { fromStoredText, toStoredText } from "../stored-text.ts";
import { survivorOf } from "./survivors.ts";

export interface KeyedUpdate extends Omit<PersonUpdate, "uuid"> {
  readonly key: string;
}

const NOTHING: Omit<KeyedUpdate, "key"> = { changes: [], identify: false };

/** Implements `Persons.update` for several projects. Returns how many changes were refused, by the person's key. */
export async function updatePersons(
  collections: Collections,
  updates: readonly KeyedUpdate[],
  requireTurn: RequireTurn,
): Promise<ReadonlyMap<string, number>> {
  const combined = new Map<string, Omit<KeyedUpdate, "key">>();
  for (const { key, changes, identify } of updates) {
    const earlier = combined.get(key) ?? NOTHING;
    combined.set(key, { changes: [...earlier.changes, ...changes], identify: earlier.identify || identify });
  }
  const { refused } = await changeRows(collections.persons, {
    keys: combined.keys(),
    plan: (row, key) => versionUpdate(row, combined.get(key) ?? NOTHING),
    reread: (key) => survivorOf(collections, key),
    isMoving: ({ mergedInto, merging }) => (mergedInto ?? merging) !== undefined,
    requireTurn,
  });
  return refused;
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
