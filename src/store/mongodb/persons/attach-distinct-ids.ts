import type { ProjectId } from "../../ports/common.ts";
import { byId, findByIds, insertMissing } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { projectKey } from "../document-keys.ts";
import { RETRY, retryOnConflict } from "../retry-on-conflict.ts";
import { ownerRefsOf } from "./find-persons.ts";
import { distinctIdsKey, newDistinctIdRow, uuidOfPerson } from "./person-row.ts";
import { survivorRefsOf } from "./survivors.ts";

/** A distinct id of a project, and the person that gets it if it has none. */
export interface Attachment {
  readonly projectId: ProjectId;
  readonly distinctId: string;
  readonly uuid: string;
  /** The key of the distinct id. */
  readonly key: string;
}

/** Implements `Persons.attach` for several projects. Returns the owners' uuids by the keys of the distinct ids. */
export async function attachDistinctIds(
  collections: Collections,
  attachments: readonly Attachment[],
): Promise<ReadonlyMap<string, string>> {
  const uuids = new Map<string, string>();
  const left = new Map<string, Attachment>();
  for (const attachment of attachments) {
    if (!left.has(attachment.key)) left.set(attachment.key, attachment);
  }
  await retryOnConflict(async () => {
    for (const [key, owner] of await ownerRefsOf(collections, left.keys())) {
      uuids.set(key, uuidOfPerson(owner));
      left.delete(key);
    }
    if (left.size === 0) return undefined;
    const personKey = ({ projectId, uuid }: Attachment) => projectKey(projectId, uuid);
    const persons = await survivorRefsOf(collections, new Set([...left.values()].map(personKey)));
    const added = [...left.values()].map((attachment) => {
      const { key, projectId, distinctId, uuid } = attachment;
      const person = persons.get(personKey(attachment));
      if (!person) throw new Error(`There is no person ${uuid} in project ${projectId}.`);
      return { key, person, row: newDistinctIdRow(projectId, distinctId, distinctIdsKey(person)) };
    });
    const rows = added.map(({ row }) => row).toSorted(byId);
    const present = new Set((await insertMissing(collections.distinct_ids, rows)).map(({ _id }) => _id));
    // If a merge moved a person's distinct ids before this one was inserted, it is visible by now.
    const ids = added.map(({ person }) => person._id);
    const reread = await findByIds(collections.persons, ids, { properties: 0 });
    const byPersonKey = new Map(reread.map((person) => [person._id, person]));
    for (const { key, person, row } of added) {
      const now = byPersonKey.get(person._id);
      const isMoved = now && (now.mergedInto ?? now.merging ?? distinctIdsKey(now) !== row.person);
      if (isMoved || present.has(row._id)) continue;
      uuids.set(key, uuidOfPerson(person));
      left.delete(key);
    }
    return left.size > 0 ? RETRY : undefined;
  });
  return uuids;
}
