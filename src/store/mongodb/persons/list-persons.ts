import type { Filter } from "mongodb";
import { foldEmail } from "../../email.ts";
import type { Listed, Page } from "../../ports/common.ts";
import type { PersonFilter, PersonSummary } from "../../ports/persons.ts";
import { batchesOf, findByIds } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { projectKey, projectNumberForQuery } from "../document-keys.ts";
import type { PersonRow } from "../row-types.ts";
import { ownerRefsOf } from "./find-persons.ts";
import { SUMMARY_BATCH_SIZE, toSummary } from "./person-row.ts";

/** Matches persons without the field. An index can decide this; to find null, the server would read each document. */
const NOT_MERGED = { mergedInto: { $not: { $gt: "" } } };

/** Implements `Persons.list`. Indexes select the page and count; then few persons are read at once. */
export async function listPersons(
  collections: Collections,
  projectId: string,
  { limit, offset }: Page,
  { distinctId, email }: PersonFilter,
): Promise<Listed<PersonSummary>> {
  const { persons } = collections;
  const owners = distinctId === undefined ? null : await ownerRefsOf(collections, [projectKey(projectId, distinctId)]);
  const filter: Filter<PersonRow> = {
    project: projectNumberForQuery(projectId),
    ...NOT_MERGED,
    ...(email !== undefined && { email: foldEmail(email) }),
    ...(owners && { _id: { $in: [...owners.values()].map(({ _id }) => _id) } }),
  };
  const count = await persons.countDocuments(filter);
  const keys = persons.find(filter, { projection: { _id: 1 } }).sort({ createdAt: -1, _id: -1 });
  const ids = limit > 0 ? (await keys.skip(offset).limit(limit).toArray()).map(({ _id }) => _id) : [];
  const items = new Map<string, PersonSummary>();
  for (const batch of batchesOf(ids, SUMMARY_BATCH_SIZE)) {
    for (const row of await findByIds(persons, batch)) items.set(row._id, toSummary(row));
  }
  return { count, items: ids.flatMap((id) => items.get(id) ?? []) };
}
