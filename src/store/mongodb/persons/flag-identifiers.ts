import { escapeText, unescapeText } from "../../escape-text.ts";
import { requireProjectNumber } from "../../stored-ids.ts";
import { byId, insertMissing } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { projectKey } from "../document-keys.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";
import type { FlagIdentifierRow } from "../row-types.ts";
import { uuidOfPerson } from "./person-row.ts";

/** Moves flag identifiers from one person's key to another's, unless that has its own for the flag. Idempotent. */
export async function moveFlagIdentifiers(
  { flag_identifiers }: Collections,
  into: string,
  from: string,
): Promise<void> {
  const rows = await flag_identifiers.find({ person: from }).toArray();
  if (rows.length === 0) return;
  const moved = rows.map(({ project, flag, identifier }) =>
    newFlagIdentifierRow(String(project), uuidOfPerson({ _id: into }), unescapeText(flag), unescapeText(identifier)),
  );
  await insertMissing(flag_identifiers, moved.toSorted(byId));
  await retryOnConflict(() => flag_identifiers.deleteMany({ person: from, _id: { $in: rows.map(({ _id }) => _id) } }));
}

export function newFlagIdentifierRow(
  projectId: string,
  personUuid: string,
  flag: string,
  identifier: string,
): FlagIdentifierRow {
  const [_id, person] = [projectKey(projectId, personUuid, flag), projectKey(projectId, personUuid)];
  return {
    _id,
    project: requireProjectNumber(projectId),
    person,
    flag: escapeText(flag),
    identifier: escapeText(identifier),
  };
}
