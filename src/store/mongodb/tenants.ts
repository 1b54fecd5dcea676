import { randomUUID } from "node:crypto";
import { escapeText, unescapeText } from "../escape-text.ts";
import type { UserId } from "../ports/common.ts";
import type { Records } from "../ports/records.ts";
import type { Organization, Project, Tenants, User } from "../ports/tenants.ts";
import { RECENT_INVITES } from "../records/recent-invites.ts";
import { projectNumber } from "../stored-ids.ts";
import { insertMissing } from "./bulk-writes.ts";
import type { Collections } from "./collections.ts";
import { nextNumber } from "./counters.ts";
import { findUsers, isMember, mongoMembers, toUser } from "./members.ts";
import type { MongoDatabase } from "./mongo-database.ts";
import { RETRY, retryOnConflict } from "./retry-on-conflict.ts";
import type { OrganizationRow, ProjectRow, UserRow } from "./row-types.ts";

const FIRST_SETUP = "first setup";

export function mongoTenants(database: MongoDatabase, records: Records): Tenants {
  // If a call's answer is lost, the next call recognizes the claim as its own by this token.
  let token = randomUUID();

  return {
    ...mongoMembers(database),

    claimFirstSetup: () =>
      database.run(async ({ facts }) => {
        await insertMissing(facts, [{ _id: FIRST_SETUP, by: token }]);
        const isMine = (await facts.findOne({ _id: FIRST_SETUP }))?.by === token;
        token = randomUUID();
        return isMine;
      }),

    addOrganization: ({ id, name, createdAt }) =>
      database.run(async ({ organizations }) => {
        await insertMissing(organizations, [{ _id: escapeText(id), name: escapeText(name), createdAt, owners: [] }]);
      }),

    addProject: (project) =>
      database.run((collections) =>
        retryOnConflict(async () => {
          const row: ProjectRow = {
            _id: await nextNumber(collections, "projects"),
            organization: escapeText(project.organizationId),
            name: escapeText(project.name),
            createdAt: project.createdAt,
          };
          await collections.projects.insertOne(row);
          return toProject(row);
        }),
      ),

    addUser: (user) => database.run((collections) => addUser(collections, user)),

    removeOrganization: (organizationId) =>
      database.run(async ({ members, invite_batches, organizations }) => {
        const organization = escapeText(organizationId);
        await retryOnConflict(() => members.deleteMany({ organization }));
        await retryOnConflict(() => invite_batches.deleteMany({ organization }));
        await records.delete(RECENT_INVITES, { organizationId });
        await retryOnConflict(() => organizations.deleteOne({ _id: organization }));
      }),

    renameOrganization: (organizationId, name) =>
      database.run(async ({ organizations }) => {
        const key = { _id: escapeText(organizationId) };
        await retryOnConflict(() => organizations.updateOne(key, { $set: { name: escapeText(name) } }));
      }),

    renameProject: (projectId, name) => updateProject(database, projectId, { name: escapeText(name) }),
    setEventRetention: (projectId, eventRetentionSeconds) =>
      updateProject(database, projectId, { eventRetentionSeconds }),

    renameUser: (userId, firstName) =>
      database.run(async ({ users }) => {
        await retryOnConflict(() => users.updateMany({ id: userId }, { $set: { firstName: escapeText(firstName) } }));
      }),

    changeUserEmail: (userId, email) => database.run((collections) => changeUserEmail(collections, userId, email)),

    listOrganizations: () =>
      database.run(async ({ organizations }) => {
        return (await organizations.find().sort({ createdAt: 1, _id: 1 }).toArray()).map(toOrganization);
      }),

    listProjects: () =>
      database.run(async ({ projects }) => (await projects.find().sort({ _id: 1 }).toArray()).map(toProject)),

    projectsOf: (organizationId) =>
      database.run(async ({ projects }) => {
        const rows = await projects
          .find({ organization: escapeText(organizationId) })
          .sort({ _id: 1 })
          .toArray();
        return rows.map(toProject);
      }),

    findOrganization: (organizationId) => database.run((collections) => findOrganization(collections, organizationId)),

    findProject: (projectId) => database.run((collections) => findProject(collections, projectId)),

    findUsers: (ids) => database.run((collections) => findUsers(collections, ids)),

    findUserByEmail: (email) =>
      database.run(async ({ users }) => {
        const row = await users.findOne({ _id: fold(email) });
        return row && toUser(row);
      }),

    hasMemberWithEmail: (organizationId, email) =>
      database.run(async (collections) => {
        const row = await collections.users.findOne({ _id: fold(email) });
        return row !== null && isMember(collections, organizationId, row.id);
      }),

    projectOfMember: (userId, projectId) =>
      database.run(async (collections) => {
        const project = await findProject(collections, projectId);
        return project && (await isMember(collections, project.organizationId, userId)) ? project : null;
      }),

    organizationsOf: (userId) =>
      database.run(async ({ members, organizations }) => {
        const memberRows = await members.find({ user: userId }).toArray();
        const filter = { _id: { $in: memberRows.map(({ organization }) => organization) } };
        return (await organizations.find(filter).sort({ createdAt: 1, _id: 1 }).toArray()).map(toOrganization);
      }),

    organizationOfMember: (userId, organizationId) =>
      database.run(async (collections) => {
        return (await isMember(collections, organizationId, userId))
          ? findOrganization(collections, organizationId)
          : null;
      }),
  };
}

async function updateProject(database: MongoDatabase, projectId: string, $set: Partial<ProjectRow>): Promise<void> {
  const number = projectNumber(projectId);
  if (number === null) return;
  await database.run(({ projects }) => retryOnConflict(() => projects.updateOne({ _id: number }, { $set })));
}

/** The address is the key, so one of several concurrent inserts wins and the others find it. */
function addUser(collections: Collections, user: Omit<User, "id">): Promise<User> {
  const { users } = collections;
  return retryOnConflict(async () => {
    const key = { _id: fold(user.email) };
    const found = await users.findOne(key);
    if (found) return toUser(found);
    const row: UserRow = {
      ...key,
      id: await nextNumber(collections, "users"),
      uuid: user.uuid,
      distinctId: escapeText(user.distinctId),
      email: escapeText(user.email),
      firstName: escapeText(user.firstName),
      isEmailVerified: user.isEmailVerified,
      createdAt: user.createdAt,
    };
    await users.insertOne(row);
    return toUser(row);
  });
}

/**
 * Inserts a document under the new address, then removes the old one. The next call removes what an interrupted one
 * left. Of concurrent calls, the one that removes the old document wins; the others undo their insert and repeat.
 */
function changeUserEmail({ users }: Collections, userId: UserId, email: string): Promise<boolean> {
  return retryOnConflict(async () => {
    const [present, ...left] = await users.find({ id: userId }).sort({ _id: 1 }).toArray();
    if (present === undefined) return true;
    const changed = { email: escapeText(email), isEmailVerified: false };
    const key = { _id: fold(email) };
    const owner = [present, ...left].find(({ _id }) => _id === key._id) ?? (await users.findOne(key));
    if (owner !== null && owner.id !== userId) return false;
    if (owner !== null) {
      await users.updateOne(key, { $set: changed });
      await users.deleteMany({ _id: { $in: [present, ...left].map(({ _id }) => _id).filter((id) => id !== key._id) } });
      return true;
    }
    await users.insertOne({ ...present, ...changed, ...key });
    if ((await users.deleteOne({ _id: present._id })).deletedCount === 0) {
      await users.deleteOne(key);
      return RETRY;
    }
    await users.deleteMany({ _id: { $in: left.map(({ _id }) => _id) } });
    return true;
  });
}

async function findOrganization({ organizations }: Collections, organizationId: string): Promise<Organization | null> {
  const row = await organizations.findOne({ _id: escapeText(organizationId) });
  return row && toOrganization(row);
}

async function findProject({ projects }: Collections, projectId: string): Promise<Project | null> {
  const number = projectNumber(projectId);
  const row = number === null ? null : await projects.findOne({ _id: number });
  return row && toProject(row);
}

const fold = (email: string) => escapeText(email.toLowerCase());

const toProject = (row: ProjectRow): Project => ({
  id: String(row._id),
  organizationId: unescapeText(row.organization),
  name: unescapeText(row.name),
  createdAt: row.createdAt,
  eventRetentionSeconds: row.eventRetentionSeconds ?? null,
});

const toOrganization = (row: OrganizationRow): Organization => ({
  id: unescapeText(row._id),
  name: unescapeText(row.name),
  createdAt: row.createdAt,
});
