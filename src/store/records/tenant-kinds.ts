import type { OrganizationId, UserId } from "../ports/common.ts";
import type { RecordKind } from "../ports/records.ts";
import type { RemovedProject } from "./removed-projects.ts";
import type { NewProject, Organization, Project, User } from "./tenants.ts";

/** What one caller in the life of the store has got. */
interface Claim {
  readonly name: string;
  readonly by: string;
}

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

export function memberKey(organizationId: OrganizationId, userId: UserId): { readonly id: string } {
  return { id: `${organizationId}/${userId}` };
}
