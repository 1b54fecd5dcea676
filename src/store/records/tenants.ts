import { randomUUID } from "node:crypto";
import type { OrganizationId, ProjectId } from "../ports/common.ts";
import type { Records } from "../ports/records.ts";
import type { Organization, Project, Tenants } from "../ports/tenants.ts";
import { projectNumber } from "../stored-ids.ts";
import { nextNumber } from "./counters.ts";
import { INVITES, RECENT_INVITES } from "./invites.ts";
import { isMember, recordMembers, recordUsers } from "./members.ts";
import { scanAll } from "./scan-all.ts";
import {
  CLAIMS,
  MEMBERS,
  ORGANIZATIONS,
  type OrganizationRecord,
  PROJECTS,
  type ProjectRecord,
} from "./tenant-kinds.ts";

const FIRST_SETUP = "first setup";

export function recordTenants(records: Records): Tenants {
  // If a call's answer is lost, the next call recognizes the claim as its own by this token.
  let token = randomUUID();
  const users = recordUsers(records);
  const changeProject = async (projectId: ProjectId, changed: Partial<ProjectRecord>) => {
    const number = projectNumber(projectId);
    if (number !== null) await records.change(PROJECTS, { number }, (found) => found && { ...found, ...changed });
  };
  const findProject = async (projectId: ProjectId) => {
    const number = projectNumber(projectId);
    const found = number === null ? null : await records.find(PROJECTS, { number });
    return found && toProject(found);
  };
  const findOrganization = async (id: OrganizationId) => {
    const found = await records.find(ORGANIZATIONS, { id });
    return found && toOrganization(found);
  };
  return {
    ...users,
    ...recordMembers(records, users),

    async claimFirstSetup() {
      const claim = { name: FIRST_SETUP, by: token };
      const isMine = (await records.change(CLAIMS, claim, (found) => (found ? null : claim)))?.by === token;
      token = randomUUID();
      return isMine;
    },

    async addOrganization({ id, name, createdAt }) {
      await records.insert(ORGANIZATIONS, { id, name, createdAt, owners: [] });
    },

    async addProject({ organizationId, name, createdAt }) {
      for (;;) {
        const number = await nextNumber(records, "projects");
        const added = await records.insert(PROJECTS, { number, organizationId, name, createdAt });
        if (added) return toProject(added);
      }
    },

    async removeOrganization(organizationId) {
      for (const member of await scanAll(records, MEMBERS, { where: { organizationId } })) {
        await records.delete(MEMBERS, member);
      }
      for (const invite of await scanAll(records, INVITES, { where: { organizationId } })) {
        await records.delete(INVITES, invite);
      }
      await records.delete(RECENT_INVITES, { organizationId });
      await records.delete(ORGANIZATIONS, { id: organizationId });
    },

    async renameOrganization(id, name) {
      await records.change(ORGANIZATIONS, { id }, (found) => found && { ...found, name });
    },

    renameProject: (projectId, name) => changeProject(projectId, { name }),
    setEventRetention: (projectId, eventRetentionSeconds) => changeProject(projectId, { eventRetentionSeconds }),

    async listOrganizations() {
      return (await scanAll(records, ORGANIZATIONS, { orderBy: "createdAt" })).map(toOrganization);
    },

    listProjects: async () => (await scanAll(records, PROJECTS, {})).map(toProject),

    async projectsOf(organizationId) {
      return (await scanAll(records, PROJECTS, { where: { organizationId } })).map(toProject);
    },

    findOrganization,
    findProject,

    async hasMemberWithEmail(organizationId, email) {
      const user = await users.findUserByEmail(email);
      return user !== null && isMember(records, organizationId, user.id);
    },

    async projectOfMember(userId, projectId) {
      const project = await findProject(projectId);
      return project && (await isMember(records, project.organizationId, userId)) ? project : null;
    },

    async organizationsOf(userId) {
      const members = await scanAll(records, MEMBERS, { where: { userId } });
      const ids = members.map(({ organizationId }) => organizationId);
      const found = (await records.findMany(ORGANIZATIONS, "id", ids)).map(toOrganization);
      return found.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
    },

    async organizationOfMember(userId, organizationId) {
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
