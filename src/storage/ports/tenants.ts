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

/** Organizations, their projects, users, and who belongs to what. */
export interface Tenants {
  /** True for exactly one caller in the life of the store: the one that may create the first organization. */
  claimFirstSetup(): Promise<boolean>;
  addOrganization(organization: Organization): Promise<void>;
  /** Stores a project under the next free id. */
  addProject(project: Omit<Project, "id">): Promise<Project>;
  /** Stores a user under the next free id; an address that is there already (in any case) gives that user instead. */
  addUser(user: Omit<User, "id">): Promise<User>;
  /** Makes the user a member; nothing where it is one already. */
  addMember(organizationId: OrganizationId, userId: UserId): Promise<void>;

  /** Every organization's projects, in the order of their ids. */
  listProjects(): Promise<Project[]>;
  findProject(projectId: ProjectId): Promise<Project | null>;
  /** The organization's members, in the order of their ids. */
  listMembers(organizationId: OrganizationId): Promise<User[]>;
  /** The users with these ids; unknown ids are left out. */
  findUsers(ids: readonly UserId[]): Promise<User[]>;
  /** The user with this address, in any case. */
  findUserByEmail(email: string): Promise<User | null>;
  /** True where a member of the organization has this address, in any case. */
  hasMemberWithEmail(organizationId: OrganizationId, email: string): Promise<boolean>;

  /** The project, if the user is a member of its organization. */
  projectOfMember(userId: UserId, projectId: ProjectId): Promise<Project | null>;
  /** The organization, if the user is a member of it. */
  organizationOfMember(userId: UserId, organizationId: OrganizationId): Promise<Organization | null>;
}
