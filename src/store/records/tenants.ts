import { randomUUID } from "node:crypto";
import type { OrganizationId, ProjectId, UserId } from "../ports/common.ts";
import type { Records } from "../ports/records.ts";
import { projectNumber } from "../stored-ids.ts";
import { nextNumber } from "./counters.ts";
import { INVITES, RECENT_INVITES } from "./invites.ts";
import { isMember, recordMembers, recordUsers } from "./members.ts";
import { deleteAll, scanAll } from "./scan-all.ts";
import type { NewProject, Organization, Project } from "./tenant-kinds.ts";
import {
  CLAIMS,
  MEMBERS,
  ORGANIZATIONS,
  type OrganizationRecord,
  PROJECTS,
  type ProjectRecord,
} from "./tenant-kinds.ts";

const FIRST_SETUP = "first setup";

export type Tenants = ReturnType<typeof recordTenants>;

/**
 * Organizations, their projects, users and memberships. Email addresses are compared without regard to case. Changing
 * what does not exist does nothing. Organizations are listed oldest first, projects and members by (user) id.
 */
export function recordTenants(records: Records) {
  // If a call's answer is lost, the next call recognizes the claim as its own by this token.
  let token = randomUUID();
  const users = recordUsers(records);
  const changeProject = async (projectId: ProjectId, changed: Partial<ProjectRecord>) => {
    const number = projectNumber(projectId);
    if (number !== null) await records.change(PROJECTS, { number }, (found) => found && { ...found, ...changed });
  };
  const findProject = async (projectId: ProjectId): Promise<Project | null> => {
    const number = projectNumber(projectId);
    const found = number === null ? null : await records.find(PROJECTS, { number });
    return found && toProject(found);
  };
  const findOrganization = async (id: OrganizationId): Promise<Organization | null> => {
    const found = await records.find(ORGANIZATIONS, { id });
    return found && toOrganization(found);
  };
  return {
    ...users,
    ...recordMembers(records, users),

    /** Returns true to one caller in the life of the store: it may create the first organization. */
    async claimFirstSetup(): Promise<boolean> {
      const claim = { name: FIRST_SETUP, by: token };
      const isMine = (await records.change(CLAIMS, claim, (found) => (found ? null : claim)))?.by === token;
      token = randomUUID();
      return isMine;
    },

    /** Does nothing if an organization has this id. */
    async addOrganization({ id, name, createdAt }: Organization): Promise<void> {
      await records.insert(ORGANIZATIONS, { id, name, createdAt, owners: [] });
    },

    /** Stores a project under the next free id. */
    async addProject({ organizationId, name, createdAt }: NewProject): Promise<Project> {
      for (;;) {
        const number = await nextNumber(records, "projects");
        const added = await records.insert(PROJECTS, { number, organizationId, name, createdAt });
        if (added) return toProject(added);
      }
    },

    /** Removes it with memberships and invites, in repeatable steps, itself last; projects must be removed before. */
    async removeOrganization(organizationId: OrganizationId): Promise<void> {
      await deleteAll(records, MEMBERS, { where: { organizationId } });
      await deleteAll(records, INVITES, { where: { organizationId } });
      await records.delete(RECENT_INVITES, { organizationId });
      await records.delete(ORGANIZATIONS, { id: organizationId });
    },

    async renameOrganization(id: OrganizationId, name: string): Promise<void> {
      await records.change(ORGANIZATIONS, { id }, (found) => found && { ...found, name });
    },

    renameProject: (projectId: ProjectId, name: string) => changeProject(projectId, { name }),
    setEventRetention: (projectId: ProjectId, seconds: number | null) =>
      changeProject(projectId, { eventRetentionSeconds: seconds }),

    async listOrganizations(): Promise<Organization[]> {
      return (await scanAll(records, ORGANIZATIONS, { orderBy: "createdAt" })).map(toOrganization);
    },

    listProjects: async (): Promise<Project[]> => (await scanAll(records, PROJECTS, {})).map(toProject),

    async projectsOf(organizationId: OrganizationId): Promise<Project[]> {
      return (await scanAll(records, PROJECTS, { where: { organizationId } })).map(toProject);
    },

    findOrganization,
    findProject,

    async hasMemberWithEmail(organizationId: OrganizationId, email: string): Promise<boolean> {
      const user = await users.findUserByEmail(email);
      return user !== null && isMember(records, organizationId, user.id);
    },

    async projectOfMember(userId: UserId, projectId: ProjectId): Promise<Project | null> {
      const project = await findProject(projectId);
      return project && (await isMember(records, project.organizationId, userId)) ? project : null;
    },

    async organizationsOf(userId: UserId): Promise<Organization[]> {
      const members = await scanAll(records, MEMBERS, { where: { userId } });
      const ids = members.map(({ organizationId }) => organizationId);
      const found = (await records.findMany(ORGANIZATIONS, "id", ids)).map(toOrganization);
      return found.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
    },

    async organizationOfMember(userId: UserId, organizationId: OrganizationId): Promise<Organization | null> {
      return (await isMember(records, organizationId, userId)) ? findOrganization(organizationId) : null;
    },
  };
}

function toProject({ number, organizationId, name, createdAt, eventRetentionSeconds = null }: ProjectRecord): Project {
  return { id: String(number), organizationId, name, createdAt, eventRetentionSeconds };
}

function toOrganization({ id, name, createdAt }: OrganizationRecord): Organization {
  return { id, name, createdAt };
}
