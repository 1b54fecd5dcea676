import type { Millis, OrganizationId, ProjectId, UserId } from "../ports/common.ts";
import type { RecordKind } from "../ports/records.ts";

export interface Organization {
  readonly id: OrganizationId;
  readonly name: string;
  readonly createdAt: Millis;
}

export interface Project {
  readonly id: ProjectId;
  readonly organizationId: OrganizationId;
  readonly name: string;
  readonly createdAt: Millis;
  /** How long events are kept, in seconds: 0 is forever, null the default of the service. */
  readonly eventRetentionSeconds: number | null;
}

/** A project to add, with the default retention. */
export type NewProject = Omit<Project, "id" | "eventRetentionSeconds">;

export interface User {
  readonly id: UserId;
  readonly uuid: string;
  readonly distinctId: string;
  readonly email: string;
  readonly firstName: string;
  readonly isEmailVerified: boolean;
  readonly createdAt: Millis;
}

/** What a member may do: remove and change no one else, members and admins, or anyone. */
export type MemberLevel = "member" | "admin" | "owner";

export type Member = { readonly user: User; readonly level: MemberLevel };

/**
 * Stages of a removal:
 * - `removing`: the project and its keys do not exist; its data are being removed;
 * - `removed`: no data were left, but a write that was interrupted meanwhile may have left some;
 * - `confirmed`: nothing is left.
 */
export type RemovalStage = "removing" | "removed" | "confirmed";

/** A removed project, remembered because journals may have its events long afterwards; then without its name. */
export interface RemovedProject extends Pick<Project, "id" | "organizationId" | "name"> {
  readonly stage: RemovalStage;
  readonly since: Millis;
}

/** What one caller in the life of the store has got. */
type Claim = { readonly name: string; readonly by: string };

export const CLAIMS: RecordKind<Claim, "name"> = { name: "claims", key: ["name"] };

/** Names the owners, so that one write guards the last of them. */
export interface OrganizationRecord extends Organization {
  readonly owners: readonly UserId[];
}

export const ORGANIZATIONS: RecordKind<OrganizationRecord, "id"> = {
  name: "organizations",
  key: ["id"],
  indexes: [["createdAt"]],
};

export interface ProjectRecord extends NewProject, Partial<Pick<Project, "eventRetentionSeconds">> {
  readonly number: number;
}

export const PROJECTS: RecordKind<ProjectRecord, "number"> = {
  name: "projects",
  key: ["number"],
  indexes: [["organizationId"]],
};

export interface RemovedProjectRecord extends Omit<RemovedProject, "id"> {
  readonly number: number;
}

export const REMOVED_PROJECTS: RecordKind<RemovedProjectRecord, "number"> = {
  name: "removed_projects",
  key: ["number"],
  indexes: [["stage"]],
};

/** A user under an address in lower case. */
export interface UserRecord extends User {
  readonly foldedEmail: string;
}

export const USERS: RecordKind<UserRecord, "foldedEmail"> = {
  name: "users",
  key: ["foldedEmail"],
  indexes: [["id"]],
};

/** Owners are in the organization's record. */
export interface MemberRecord {
  /** The organization's id and the user's. */
  readonly id: string;
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly isAdmin?: boolean;
}

export const MEMBERS: RecordKind<MemberRecord, "id"> = {
  name: "members",
  key: ["id"],
  indexes: [["organizationId"], ["userId"]],
};
