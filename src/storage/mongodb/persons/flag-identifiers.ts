import { fromColumn, toColumn } from "../../values/text.ts";
import { byId, insertMissing } from "../bulk.ts";
import type { Collections } from "../collections.ts";
import { projectKey, projectOf } from "../ids.ts";
import { attempts } from "../retry.ts";
import type { FlagIdentifierRow } from "../rows.ts";
import { uuidOf } from "./convert.ts";

/** Gives a person, by its key, the identifiers of another for the flags that it has none for; the other loses all. Repeating it changes nothing. */
export async function moveIdentifiers({ flag_identifiers }: Collections, into: string, from: string): Promise<void> {
  const rows = await flag_identifiers.find({ person: from }).toArray();
  if (rows.length === 0) return;
  const moved = rows.map(({ project, flag, identifier }) =>
    newIdentifierRow(String(project), uuidOf({ _id: into }), fromColumn(flag), fromColumn(identifier)),
  );
  await insertMissing(flag_identifiers, moved.toSorted(byId));
  await attempts(() => flag_identifiers.deleteMany({ person: from, _id: { $in: rows.map(({ _id }) => _id) } }));
}

export function newIdentifierRow(
  projectId: string,
  personUuid: string,
  flag: string,
  identifier: string,
): FlagIdentifierRow {
  const [_id, person] = [projectKey(projectId, personUuid, flag), projectKey(projectId, personUuid)];
  return { _id, project: projectOf(projectId), person, flag: toColumn(flag), identifier: toColumn(identifier) };
}
