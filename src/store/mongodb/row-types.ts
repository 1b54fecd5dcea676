import type { Binary, ObjectId } from "mongodb";
import type { RemovalStage } from "../records/tenant-kinds.ts";
import type { StoredText } from "./document-keys.ts";

// The documents of each collection. `document-keys.ts` derives keys; `escape-text.ts` escapes texts; times are
// milliseconds since 1970.

/** What the database is and has: see `schema.ts`. */
export interface FactRow {
  readonly _id: string;
  readonly by?: string;
  readonly version?: number;
}

/** A record: see `COUNTERS`. */
export interface CounterRow {
  readonly _id: string;
  readonly name: string;
  readonly version: string;
  readonly last: number;
}

interface OfProject {
  readonly _id: string;
  readonly project: number;
}

/** What is read of the records of projects and removed projects elsewhere. */
export type ProjectRow = { readonly _id: number; readonly stage?: RemovalStage };

export interface EventRow {
  readonly _id: Binary;
  readonly project: number;
  /** Time of storing, by the node's clock. */
  readonly order: ObjectId;
  readonly event: string;
  readonly distinctId: string;
  readonly timestamp: number;
  readonly receivedAt: number;
  readonly properties: StoredText;
}

/** The key is the project and the person's uuid. */
export interface PersonRow extends OfProject {
  readonly properties: StoredText;
  readonly isIdentified: boolean;
  readonly createdAt: number;
  /** The folded address in the properties. Absent in documents of earlier versions. */
  readonly email?: string | null;
  /** Incremented by each update, which applies only to the version read. */
  readonly version: number;
  /** Key of the person that this one was merged into; only that one counts from then on. */
  readonly mergedInto?: string;
  /** Key of a person merged into this one that `distinct_ids` name in its place, because it had more of them. */
  readonly distinctIdsUnder?: string;
  /**
   * Intent record of a merge: the person to merge into this one, its version when the merge began, and the key under
   * which the distinct ids of both will be. Records of earlier versions lack that: it is this person's.
   */
  readonly merging?: { readonly from: string; readonly version: number; readonly under?: string };
}

export type PersonRefRow = Omit<PersonRow, "properties">;

/** The key is the project and the distinct id. */
export interface DistinctIdRow extends OfProject {
  readonly distinctId: string;
  /** Key of the owner, or of a person that was merged into it: see `PersonRow.distinctIdsUnder`. */
  readonly person: string;
  readonly order: ObjectId;
}

/** The key is the project and the journal. */
export interface CheckpointRow extends OfProject {
  /** Sorts as the positions do. */
  readonly position: string;
}

/** The key is the project and the number, so that only the first insert of a number succeeds. */
export interface GroupTypeRow extends OfProject {
  readonly number: number;
  readonly type: string;
}

/** The key is the project, the type and the group's key. */
export interface GroupRow extends OfProject {
  readonly type: string;
  readonly key: string;
  readonly createdAt: number;
  readonly properties: StoredText;
  readonly version: number;
}

/** The key is the project, the person's uuid and the flag's key. */
export interface FlagIdentifierRow extends OfProject {
  readonly person: string;
  readonly flag: string;
  readonly identifier: string;
}
