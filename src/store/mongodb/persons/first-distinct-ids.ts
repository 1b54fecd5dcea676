import { unescapeText } from "../../escape-text.ts";
import { findByIds } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { projectKey } from "../document-keys.ts";
import { distinctIdsKey } from "./person-row.ts";
import { survivorsOf } from "./survivors.ts";

/** How many times `limit` one query reads, so that persons with few distinct ids need one query together. */
const PERSONS_PER_QUERY = 20;

/** Reads in the order of the index: a person with a million distinct ids costs a query, not a million documents. */
export async function firstDistinctIds(
  collections: Collections,
  projectId: string,
  uuids: readonly string[],
  limit: number,
): Promise<Map<string, string[]>> {
  const found = new Map(uuids.map((uuid): [string, string[]] => [uuid, []]));
  const byKey = await ownListsByKey(collections, projectId, found);
  const queryLimit = PERSONS_PER_QUERY * limit;
  let keys = limit > 0 ? [...byKey.keys()].sort() : [];
  while (keys.length > 0) {
    for (const key of keys) byKey.get(key)?.splice(0);
    const filter = { person: { $in: keys } };
    const options = { projection: { person: 1, distinctId: 1 }, limit: queryLimit } as const;
    const rows = await collections.distinct_ids.find(filter, options).sort({ person: 1, order: 1 }).toArray();
    for (const { person, distinctId } of rows) {
      const own = byKey.get(person);
      if (own && own.length < limit) own.push(unescapeText(distinctId));
    }
    const last = rows.length === queryLimit ? rows.at(-1)?.person : undefined;
    const isComplete = last === undefined || byKey.get(last)?.length === limit;
    keys = last === undefined ? [] : keys.filter((key) => (isComplete ? key > last : key >= last));
  }
  return found;
}

/** Returns the lists to fill by the key that names the person's distinct ids, without those of merged persons. */
async function ownListsByKey(
  collections: Collections,
  projectId: string,
  found: ReadonlyMap<string, string[]>,
): Promise<Map<string, string[]>> {
  const lists = new Map([...found].map(([uuid, list]) => [projectKey(projectId, uuid), list]));
  const projection = { merging: 1, mergedInto: 1, distinctIdsUnder: 1 } as const;
  let rows = await findByIds(collections.persons, lists.keys(), projection);
  const merging = rows.flatMap(({ _id, merging }) => (merging ? [_id] : []));
  if (merging.length > 0) {
    await survivorsOf(collections, new Set(merging)); // completes decided merges
    rows = await findByIds(collections.persons, lists.keys(), projection);
  }
  return new Map(
    rows.flatMap((row): [string, string[]][] => {
      const list = lists.get(row._id);
      return list && row.mergedInto === undefined ? [[distinctIdsKey(row), list]] : [];
    }),
  );
}
