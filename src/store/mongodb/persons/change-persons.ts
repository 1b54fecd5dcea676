import type { MergeResult, PersonRef, Persons } from "../../ports/persons.ts";
import { forEachConcurrently } from "../bulk-writes.ts";
import { refusedOf } from "../change-rows.ts";
import { combineCalls } from "../combine-calls.ts";
import { projectKey } from "../document-keys.ts";
import type { MongoDatabase } from "../mongo-database.ts";
import { type Attachment, attachDistinctIds } from "./attach-distinct-ids.ts";
import { ensurePersons, findRefs, type WantedPerson } from "./ensure-persons.ts";
import { mergePersons } from "./merge-persons.ts";
import { type KeyedUpdate, updatePersons } from "./update-persons.ts";

/** Distinct ids by their keys. */
type DistinctIds = ReadonlyMap<string, string>;

interface MergeCall {
  readonly into: string;
  readonly from: string;
}

/** Returns what the drain does with the persons of many projects at the same time. */
export function changePersons(
  database: MongoDatabase,
): Pick<Persons, "findRefs" | "ensure" | "attach" | "update" | "merge"> {
  const find = combineCalls<DistinctIds, Map<string, PersonRef>>(database, async (collections, calls) => {
    const refs = await findRefs(collections, new Set(calls.flatMap((ids) => [...ids.keys()])));
    return (ids) => byDistinctId(refs, ids);
  });
  const ensure = combineCalls<readonly WantedPerson[], Map<string, PersonRef>>(database, async (collections, calls) => {
    const refs = await ensurePersons(collections, calls.flat());
    return (wanted) => byDistinctId(refs, new Map(wanted.map(({ key, distinctId }) => [key, distinctId])));
  });
  const attach = combineCalls<Attachment, string>(database, async (collections, calls) => {
    const owners = await attachDistinctIds(collections, calls);
    return ({ key }) => owners.get(key) ?? "";
  });
  const update = combineCalls<readonly KeyedUpdate[], number>(database, async (collections, calls) => {
    const refused = await updatePersons(collections, calls.flat());
    return (updates) =>
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
      ensure(wanted.map((item) => ({ ...item, projectId, key: projectKey(projectId, item.distinctId) }))),
    attach: (projectId, distinctId, uuid) =>
      attach({ projectId, distinctId, uuid, key: projectKey(projectId, distinctId) }),
    update: (projectId, updates) =>
      update(updates.map(({ uuid, ...rest }) => ({ ...rest, key: projectKey(projectId, uuid) }))),
    merge: (projectId, into, from) => merge({ into: projectKey(projectId, into), from: projectKey(projectId, from) }),
  };
}

function byDistinctId(refs: ReadonlyMap<string, PersonRef>, ids: DistinctIds): Map<string, PersonRef> {
  const found = new Map<string, PersonRef>();
  for (const [key, distinctId] of ids) {
    const ref = refs.get(key);
    if (ref) found.set(distinctId, ref);
  }
  return found;
}
