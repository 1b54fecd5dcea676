import { hash } from "node:crypto";
import type { Millis, ProjectId } from "../ports/common.ts";
import type { RecordKind, Records } from "../ports/records.ts";

/** Persons of a cohort, as flags need them: 16 bytes each, in parts of which each fits a record. */
interface CohortPersonsRecord {
  readonly projectId: ProjectId;
  readonly id: number;
  /** From 0; the first one has no persons, but when they were found, and are found again. It is read often. */
  readonly part: number;
  readonly parts: number;
  /** Of all persons: parts with another one belong to another search. */
  readonly digest: string;
  readonly at: Millis;
  /** Revision of the cohort then. */
  readonly revision: number;
  readonly dueAt: Millis | null;
  /** Ascending uuids, in Base64. */
  readonly uuids: string;
}

export const COHORT_PERSONS: RecordKind<CohortPersonsRecord, "projectId" | "id" | "part"> = {
  name: "cohort_persons",
  key: ["projectId", "id", "part"],
  indexes: [["dueAt"]],
};

export type CohortKey = { readonly projectId: ProjectId; readonly id: number };

const UUID_BYTES = 16;
const PART_BYTES = 100_000 * UUID_BYTES;
export const MAX_COHORT_PERSONS = 1_000_000;

/** Persons of a cohort at a time, by their ascending uuids. */
export interface CohortPersons {
  readonly digest: string;
  readonly at: Millis;
  readonly uuids: Buffer;
}

export function hasPerson({ uuids }: CohortPersons, uuid: string): boolean {
  const wanted = Buffer.from(uuid.replaceAll("-", ""), "hex");
  let [low, high] = [0, uuids.length / UUID_BYTES];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const start = middle * UUID_BYTES;
    const order = uuids.compare(wanted, 0, UUID_BYTES, start, start + UUID_BYTES);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}

/** Returns the persons found last, or undefined. Lets them be found if they were not since the cohort changed. */
export async function readCohortPersons(
  key: CohortKey,
  revision: number,
  known: CohortPersons | undefined,
  records: Records,
): Promise<CohortPersons | undefined> {
  const read = (part: number) => records.find(COHORT_PERSONS, { ...key, part });
  const first = await read(0);
  if (first === null) await records.insert(COHORT_PERSONS, { ...key, ...UNSOUGHT });
  else if (first.revision !== revision) await renewCohortPersons(key, records);
  if (first === null || first.parts === 0) return undefined;
  const { digest, at } = first;
  if (known?.digest === digest) return known.at === at ? known : { ...known, at };
  const stored = await Promise.all(Array.from({ length: first.parts - 1 }, (_, index) => read(index + 1)));
  const parts = stored.flatMap((one) => (one?.digest === digest ? one : []));
  if (parts.length < stored.length) return known; // they are being written
  return { digest, at, uuids: Buffer.concat(parts.map((one) => Buffer.from(one.uuids, "base64"))) };
}

const AT_ONCE = 1;
const UNSOUGHT = { part: 0, parts: 0, digest: "", at: 0, revision: 0, dueAt: AT_ONCE, uuids: "" } as const;

/** Returns the digest of persons by their ascending uuids. */
export const digestOf = (uuids: Buffer): string => hash("sha1", uuids, "base64url");

/** Stores persons by their ascending uuids, the first part last. If they were to be found anew meanwhile, they are. */
export async function writeCohortPersons(
  key: CohortKey,
  uuids: Buffer,
  { dueAt, ...found }: Pick<CohortPersonsRecord, "digest" | "at" | "revision" | "dueAt">,
  records: Records,
): Promise<void> {
  const parts = 1 + Math.ceil(uuids.length / PART_BYTES);
  for (let part = 1; part < parts; part++) {
    const text = uuids.subarray((part - 1) * PART_BYTES, part * PART_BYTES).toString("base64");
    await records.put(COHORT_PERSONS, { ...key, ...found, dueAt: null, part, parts, uuids: text });
  }
  await records.change(COHORT_PERSONS, { ...key, part: 0 }, (stored) => {
    return { ...key, ...found, dueAt: stored?.dueAt === AT_ONCE ? AT_ONCE : dueAt, part: 0, parts, uuids: "" };
  });
  await deleteCohortPersons(key, parts, records);
}

/** Deletes the parts from this one on. */
export async function deleteCohortPersons(key: CohortKey, from: number, records: Records): Promise<void> {
  for (let part = from; await records.delete(COHORT_PERSONS, { ...key, part }); part++);
}

/** Lets the persons of a cohort be found anew, if flags test it. */
export async function renewCohortPersons(key: CohortKey, records: Records): Promise<void> {
  await records.change(COHORT_PERSONS, { ...key, part: 0 }, (found) =>
    found?.dueAt === AT_ONCE ? null : found && { ...found, dueAt: AT_ONCE },
  );
}
