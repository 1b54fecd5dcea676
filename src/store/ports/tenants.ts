import type { Millis, OrganizationId, ProjectId, UserId } from "./common.ts";

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

export interface Member {
  readonly user: User;
  readonly level: MemberLevel;
}

/**
 * Organizations, their projects, users and memberships. Email addresses are compared without regard to case. Changing
 * what does not exist does nothing. Organizations are listed oldest first, projects and members by (user) id.
 */
export interface Tenants {
  /** Returns true to one caller in the life of the store: it may create the first organization. */
  claimFirstSetup(): Promise<boolean>;
  /** Does nothing if an organization has this id. */
  addOrganization(organization: Organization): Promise<void>;
  /** Stores a project under the next free id. */
  addProject(project: NewProject): Promise<Project>;
  /** Stores a user under the next free id; if one has this address already, returns that one. */
  addUser(user: Omit<User, "id">): Promise<User>;
  /** Does nothing if the user is a member already, whatever the level. */
  addMember(organizationId: OrganizationId, userId: UserId, level: MemberLevel): Promise<void>;
  /** Ends the membership unless the user is the only owner. Concurrent calls, also on other nodes, leave an owner. */
  removeMember(organizationId: OrganizationId, userId: UserId): Promise<"removed" | "last owner">;
  /** Changes the level unless no owner would be left. Concurrent calls, also of `removeMember` elsewhere, leave one. */
  changeMemberLevel(
    organizationId: OrganizationId,
    userId: UserId,
    level: MemberLevel,
  ): Promise<"changed" | "last owner">;

  /** Removes it with memberships and invites, in repeatable steps, itself last. Its projects must be removed before. */
  removeOrganization(organizationId: OrganizationId): Promise<void>;
  renameOrganization(organizationId: OrganizationId, name: string): Promise<void>;
  renameProject(projectId: ProjectId, name: string): Promise<void>;
  setEventRetention(projectId: ProjectId, seconds: number | null): Promise<void>;

  renameUser(userId: UserId, firstName: string): Promise<void>;
  /** Sets an unverified address. Returns false if another user has it; of concurrent calls on any node, one gets it. */
  changeUserEmail(userId: UserId, email: string): Promise<boolean>;

  listOrganizations(): Promise<Organization[]>;
  listProjects(): Promise<Project[]>;
  projectsOf(organizationId: OrganizationId): Promise<Project[]>;
  findOrganization(organizationId: OrganizationId): Promise<Organization | null>;
  findProject(projectId: ProjectId): Promise<Project | null>;
  listMembers(organizationId: OrganizationId): Promise<Member[]>;
  /** Leaves out unknown ids. */
  findUsers(ids: readonly UserId[]): Promise<User[]>;
  findUserByEmail(email: string): Promise<User | null>;
  hasMemberWithEmail(organizationId: OrganizationId, email: string): Promise<boolean>;

  /** Returns null unless the user is a member of the project's organization. */
  projectOfMember(userId: UserId, projectId: ProjectId): Promise<Project | null>;
  organizationsOf(userId: UserId): Promise<Organization[]>;
  organizationOfMember(userId: UserId, organizationId: OrganizationId): Promise<Organization | null>;
}
