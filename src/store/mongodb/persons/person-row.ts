import { createHash } from "node:crypto";
import { ObjectId } from "mongodb";
import { emailOf } from "../../email.ts";
import { escapeText, unescapeText } from "../../escape-text.ts";
import {
  MAX_SUMMARY_PROPERTIES_BYTES,
  type NewDistinctId,
  type Person,
  type PersonRef,
  type PersonSummary,
} from "../../ports/persons.ts";
import { readProperties } from "../../property-text.ts";
import { blobToUuid, requireProjectNumber } from "../../stored-ids.ts";
import { byId, inBatches, insertMissing, updateVersions, type VersionUpdate } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { fromStoredText, projectKey } from "../document-keys.ts";
import { retryOnConflict } from "../mongo-errors.ts";
import type { DistinctIdRow, FlagIdentifierRow, PersonRefRow, PersonRow } from "../row-types.ts";

/** How many persons a list reads at once: each may have 1 MB of properties. */
export const SUMMARY_BATCH_SIZE = 50;

const FACT_ID = "person-emails";

/** Derives the key from the distinct id and the number of erasures: no later person has the key of an erased one. */
export function newPersonRow(projectId: string, { distinctId, at }: NewDistinctId, erasures: number): PersonRow {
  const project = requireProjectNumber(projectId);
  const text = `person ${erasures === 0 ? "" : `${erasures} `}of ${projectKey(projectId, distinctId)}`;
  const _id = projectKey(projectId, deriveUuid(text));
  return { _id, project, properties: "{}", isIdentified: false, createdAt: at, email: null, version: 0 };
}

function deriveUuid(text: string): string {
  const bytes = createHash("sha256").update(text).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return blobToUuid(bytes);
}

export function distinctIdsKey({ _id, distinctIdsUnder }: Pick<PersonRow, "_id" | "distinctIdsUnder">): string {
  return distinctIdsUnder ?? _id;
}

export function newDistinctIdRow(projectId: string, distinctId: string, person: string): DistinctIdRow {
  const _id = projectKey(projectId, distinctId);
  return {
    _id,
    project: requireProjectNumber(projectId),
    distinctId: escapeText(distinctId),
    person,
    order: new ObjectId(),
  };
}

export function uuidOfPerson({ _id }: Pick<PersonRow, "_id">): string {
  return _id.slice(_id.indexOf("/") + 1);
}

export function toRef(row: PersonRefRow): PersonRef {
  return { uuid: uuidOfPerson(row), isIdentified: row.isIdentified };
}

export function toSummary(row: PersonRow): PersonSummary {
  const text = fromStoredText(row.properties);
  const isLarge = Buffer.byteLength(text) > MAX_SUMMARY_PROPERTIES_BYTES;
  return { ...toPerson({ ...row, properties: isLarge ? "{}" : row.properties }), ...(isLarge && { properties: null }) };
}

export function toPerson(row: PersonRow): Person {
  return {
    projectId: String(row.project),
    properties: readProperties(fromStoredText(row.properties)),
    createdAt: row.createdAt,
    ...toRef(row),
  };
}

export async function hasEmails({ facts }: Collections): Promise<boolean> {
  return (await facts.findOne({ _id: FACT_ID })) !== null;
}

/** Adds `email` to the documents of earlier versions. An interrupted call resumes on the next; several may run. */
export async function addEmails({ persons, facts }: Collections, signal?: AbortSignal): Promise<void> {
  const options = { projection: { properties: 1, version: 1 }, batchSize: SUMMARY_BATCH_SIZE } as const;
  const updateOf = ({ _id, version, properties }: PersonRow): VersionUpdate<PersonRow> => {
    const text = fromStoredText(properties);
    const email = text.includes('"email":') ? emailOf(readProperties(text)) : null;
    return { filter: { _id, version }, update: { $set: { email }, $inc: { version: 1 } } };
  };
  for (let isAny = true; isAny; ) {
    isAny = false;
    for await (const batch of inBatches(persons.find({ email: { $exists: false } }, options))) {
      if (signal?.aborted) return;
      isAny = true;
      await updateVersions(persons, batch.map(updateOf));
    }
  }
  await insertMissing(facts, [{ _id: FACT_ID }]);
}

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
