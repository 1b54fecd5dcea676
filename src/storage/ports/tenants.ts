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
}

export interface User {
  readonly id: UserId;
  readonly uuid: string;
  readonly distinctId: string;
  readonly email: string;
  readonly firstName: string;
  readonly isEmailVerified: boolean;
  readonly createdAt: Millis;
}

/** Organizations, their projects, users and memberships. Email addresses are compared without regard to case. */
export interface Tenants {
  /** Returns true to exactly one caller in the life of the store: the one that may create the first organization. */
  claimFirstSetup(): Promise<boolean>;
  /** Stores an organization; does nothing if one has its id. */
  addOrganization(organization: Organization): Promise<void>;
  /** Stores a project under the next free id and returns it. */
  addProject(project: Omit<Project, "id">): Promise<Project>;
  /** Stores a user under the next free id and returns it; if one has this address already, returns that one. */
  addUser(user: Omit<User, "id">): Promise<User>;
  /** Makes the user a member of the organization; does nothing if it is one. */
  addMember(organizationId: OrganizationId, userId: UserId): Promise<void>;

  /** Returns the projects of all organizations, ordered by id. */
  listProjects(): Promise<Project[]>;
  /** Returns the organization's projects, ordered by id. */
  projectsOf(organizationId: OrganizationId): Promise<Project[]>;
  findOrganization(organizationId: OrganizationId): Promise<Organization | null>;
  findProject(projectId: ProjectId): Promise<Project | null>;
  /** Returns the organization's members, ordered by id. */
  listMembers(organizationId: OrganizationId): Promise<User[]>;
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
