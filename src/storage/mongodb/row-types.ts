import type { Binary, ObjectId } from "mongodb";
import type { Invite } from "../ports/invites.ts";
import type { StoredText } from "./stored-text.ts";

// What each collection holds. Keys are made by `ids.ts`; texts are stored as `values/text.ts` says; times are milliseconds since 1970.

/** The first setup's claim, and the schema's version. */
export interface FactRow {
  readonly _id: string;
  readonly by?: string;
  readonly version?: number;
}

/** The last id that was given: `projects`, `users`, `invites`. */
export interface CounterRow {
  readonly _id: string;
  readonly last: number;
}

export interface OrganizationRow {
  readonly _id: string;
  readonly name: string;
  readonly createdAt: number;
}

export interface ProjectRow {
  readonly _id: number;
  readonly organization: string;
  readonly name: string;
  readonly createdAt: number;
}

/** The key is the address in lower case. */
export interface UserRow {
  readonly _id: string;
  readonly id: number;
  readonly uuid: string;
  readonly distinctId: string;
  readonly email: string;
  readonly firstName: string;
  readonly isEmailVerified: boolean;
  readonly createdAt: number;
}

/** The key is the organization's id and the user's. */
export interface MemberRow {
  readonly _id: string;
  readonly organization: string;
  readonly user: number;
}

/** The key is what the API key is looked up by. */
export interface KeyRow {
  readonly _id: string;
  readonly id: string;
  readonly order: ObjectId;
  readonly kind: "project" | "personal";
  readonly project?: number;
  readonly user?: number;
  readonly readOnly?: boolean;
  readonly hint: string;
  readonly label: string;
  readonly createdAt: number;
}

/** The invites of one call, at most 20, so that all are there or none. The key is the first one's id. */
export interface InviteBatchRow {
  readonly _id: string;
  readonly organization: string;
  readonly createdAt: number;
  /** Counted, so that of two calls at the same time the later one comes first. */
  readonly number: number;
  readonly size: number;
  readonly version: number;
  readonly invites: readonly Omit<Invite, "organizationId">[];
}

export interface EventRow {
  readonly _id: Binary;
  readonly project: number;
  /** When it was stored. */
  readonly order: ObjectId;
  readonly event: string;
  readonly distinctId: string;
  readonly timestamp: number;
  readonly receivedAt: number;
  readonly properties: StoredText;
}

/** The key is the project and the person's uuid. */
export interface PersonRow {
  readonly _id: string;
  readonly project: number;
  readonly properties: StoredText;
  readonly isIdentified: boolean;
  readonly createdAt: number;
  /** Counts changes: each is made to the version that was read, or not at all. */
  readonly version: number;
  /** Key of the person that this one has become a part of; it is nobody any more. */
  readonly mergedInto?: string;
  /** A merge that has begun: the person that is to become a part of this one, as it was then. */
  readonly merging?: { readonly from: string; readonly version: number };
}

/** The key is the project and the distinct id. */
export interface DistinctIdRow {
  readonly _id: string;
  readonly project: number;
  readonly distinctId: string;
  /** Key of the person that it belongs to. */
  readonly person: string;
  readonly order: ObjectId;
}

/** The key is the project and the journal. */
export interface CheckpointRow {
  readonly _id: string;
  readonly project: number;
  /** Compares as the positions do. */
  readonly position: string;
}

/** The key is the project and the number: the type that inserts it first has it. */
export interface GroupTypeRow {
  readonly _id: string;
  readonly project: number;
  readonly number: number;
  readonly type: string;
}

/** The key is the project, the type and the group's key. */
export interface GroupRow {
  readonly _id: string;
  readonly project: number;
  readonly type: string;
  readonly key: string;
  readonly createdAt: number;
  readonly properties: StoredText;
  readonly version: number;
}

/** The key is the project and the flag's key. */
export interface FlagRow {
  readonly _id: string;
  readonly project: number;
  readonly key: string;
  readonly definition: StoredText;
  readonly updatedAt: number;
}

/** The key is the project, the person's uuid and the flag's key. */
export interface FlagIdentifierRow {
  readonly _id: string;
  readonly project: number;
  /** Key of the person. */
  readonly person: string;
  readonly flag: string;
  readonly identifier: string;
}
