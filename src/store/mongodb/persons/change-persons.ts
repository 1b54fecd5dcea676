import { changedEmail } from "../../email.ts";
import type { RequireTurn } from "../../ports/common.ts";
import type { MergeResult, PersonRef, Persons, PersonUpdate } from "../../ports/persons.ts";
import { changeProperties } from "../../property-text.ts";
import { forEachConcurrently } from "../bulk-writes.ts";
import { type ChangesCall, changeRows, type PlannedChange, refusedOf, turnOf } from "../change-rows.ts";
import type { Collections } from "../collections.ts";
import { combineCalls } from "../combine-calls.ts";
import { projectKey } from "../document-keys.ts";
import type { MongoDatabase } from "../mongo-database.ts";
import type { PersonRow } from "../row-types.ts";
import { fromStoredText, toStoredText } from "../stored-text.ts";
import { ensurePersons, type WantedPerson } from "./ensure-persons.ts";
import { ownerRefsOf } from "./find-persons.ts";
import { mergePersons } from "./merge-persons.ts";
import { toRef } from "./person-row.ts";
import { survivorOf } from "./survivors.ts";

type DistinctIds = ReadonlyMap<string, string>;

interface MergeCall {
  readonly into: string;
  readonly from: string;
}

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
    const refs = await ensurePersons(collections, calls.flat());
    return (wanted) => byDistinctId(refs, keysOf(wanted));
  });
  const update = combineCalls<ChangesCall<KeyedUpdate>, number>(database, async (collections, calls) => {
    const all = calls.flatMap(({ updates }) => updates);
    const refused = await updatePersons(collections, all, turnOf(calls));
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

/** Implements `Persons.update` for several projects. Returns how many changes were refused, by the person's key. */
async function updatePersons(
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
