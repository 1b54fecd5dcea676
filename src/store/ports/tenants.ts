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

/** Organizations, their projects, users and memberships. Email addresses are compared without regard to case. */
export interface Tenants {
  /** Returns true to exactly one caller in the life of the store: the one that may create the first organization. */
  claimFirstSetup(): Promise<boolean>;
  /** Stores an organization; does nothing if one has its id. */
  addOrganization(organization: Organization): Promise<void>;
  /** Stores a project under the next free id and returns it. */
  addProject(project: NewProject): Promise<Project>;
  /** Stores a user under the next free id and returns it; if one has this address already, returns that one. */
  addUser(user: Omit<User, "id">): Promise<User>;
  /** Makes the user a member of the organization; does nothing if it is one, whatever its level. */
  addMember(organizationId: OrganizationId, userId: UserId, level: MemberLevel): Promise<void>;
  /**
   * Ends the membership, unless the user is the only owner: then returns "last owner". Of concurrent calls, also on
   * other nodes, none removes the last owner. Does nothing if the user is no member.
   */
  removeMember(organizationId: OrganizationId, userId: UserId): Promise<"removed" | "last owner">;
  /**
   * Changes what the member may do, unless the only owner would no longer be one: then returns "last owner". Of
   * concurrent calls, also of `removeMember` and on other nodes, none unmakes the last owner. Does nothing if the user
   * is no member.
   */
  changeMemberLevel(
    organizationId: OrganizationId,
    userId: UserId,
    level: MemberLevel,
  ): Promise<"changed" | "last owner">;

  /**
   * Removes the organization with its memberships and invites, in steps that can be repeated: itself last. Its projects
   * have to be removed before.
   */
  removeOrganization(organizationId: OrganizationId): Promise<void>;
  /** Renames the organization; does nothing if it does not exist. */
  renameOrganization(organizationId: OrganizationId, name: string): Promise<void>;
  /** Renames the project; does nothing if it does not exist. */
  renameProject(projectId: ProjectId, name: string): Promise<void>;
  /** Changes `eventRetentionSeconds`; does nothing if the project does not exist. */
  setEventRetention(projectId: ProjectId, seconds: number | null): Promise<void>;

  /** Changes the user's first name; does nothing if the user does not exist. */
  renameUser(userId: UserId, firstName: string): Promise<void>;
  /**
   * Changes the user's address, which is then not verified. Returns false, and changes nothing, if another user has it;
   * of concurrent calls, also on other nodes, one gets it. Does nothing if the user does not exist.
   */
  changeUserEmail(userId: UserId, email: string): Promise<boolean>;

  /** Returns all organizations, oldest first. */
  listOrganizations(): Promise<Organization[]>;
  /** Returns the projects of all organizations, ordered by id. */
  listProjects(): Promise<Project[]>;
  /** Returns the organization's projects, ordered by id. */
  projectsOf(organizationId: OrganizationId): Promise<Project[]>;
  findOrganization(organizationId: OrganizationId): Promise<Organization | null>;
  findProject(projectId: ProjectId): Promise<Project | null>;
  /** Returns the organization's members, ordered by the user's id. */
  listMembers(organizationId: OrganizationId): Promise<Member[]>;
  /** Returns the users with these ids, without unknown ones. */
  findUsers(ids: readonly UserId[]): Promise<User[]>;
  findUserByEmail(email: string): Promise<User | null>;
  /** Returns whether a member of the organization has this address. */
  hasMemberWithEmail(organizationId: OrganizationId, email: string): Promise<boolean>;

  /** Returns the project if the user is a member of its organization, else null. */
  projectOfMember(userId: UserId, projectId: ProjectId): Promise<Project | null>;
  /** Returns the organizations that the user is a member of, oldest first. */
  organizationsOf(userId: UserId): Promise<Organization[]>;
  /** Returns the organization if the user is a member of it, else null. */
  organizationOfMember(userId: UserId, organizationId: OrganizationId): Promise<Organization | null>;
}
