import type { MemberLevel, Organization, Project, Tenants, User } from "../ports/tenants.ts";
import { projectNumber } from "../stored-ids.ts";
import type { Sql } from "./sqlite-connection.ts";
import type { Transactions } from "./sqlite-database.ts";

interface ProjectRow {
  readonly id: number;
  readonly organization_id: string;
  readonly name: string;
  readonly created_at: number;
  readonly event_retention_seconds: number | null;
}

interface OrganizationRow {
  readonly id: string;
  readonly name: string;
  readonly created_at: number;
}

interface UserRow {
  readonly id: number;
  readonly uuid: string;
  readonly distinct_id: string;
  readonly email: string;
  readonly first_name: string;
  readonly is_email_verified: number;
  readonly created_at: number;
}

export function sqliteTenants(database: Transactions): Tenants {
  return {
    claimFirstSetup: () =>
      database.write((sql) => sql.run("INSERT INTO claimed (name) VALUES ('first setup') ON CONFLICT DO NOTHING") > 0),

    addOrganization: ({ id, name, createdAt }) =>
      database.write((sql) => {
        const insert = "INSERT INTO organizations (id, name, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
        sql.run(insert, id, name, createdAt);
      }),

    addProject: ({ organizationId, name, createdAt }) =>
      database.write((sql) => {
        const insert = "INSERT INTO projects (organization_id, name, created_at) VALUES (?, ?, ?) RETURNING *";
        return toProject(sql.one<ProjectRow>(insert, organizationId, name, createdAt));
      }),

    addUser: (user) =>
      database.write((sql) => {
        const insert = `INSERT INTO users
            (uuid, distinct_id, email, folded_email, first_name, is_email_verified, created_at)
          VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
        const { uuid, distinctId, email, firstName, createdAt } = user;
        sql.run(insert, uuid, distinctId, email, fold(email), firstName, user.isEmailVerified ? 1 : 0, createdAt);
        return toUser(sql.one<UserRow>("SELECT * FROM users WHERE folded_email = ?", fold(email)));
      }),

    addMember: (organizationId, userId, level) =>
      database.write((sql) => {
        const insert = "INSERT INTO members (organization_id, user_id, level) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
        sql.run(insert, organizationId, userId, level);
      }),

    removeMember: (organizationId, userId) =>
      database.write((sql) => {
        if (isLastOwner(sql, organizationId, userId)) return "last owner";
        sql.run("DELETE FROM members WHERE organization_id = ? AND user_id = ?", organizationId, userId);
        return "removed";
      }),

    changeMemberLevel: (organizationId, userId, level) =>
      database.write((sql) => {
        if (level !== "owner" && isLastOwner(sql, organizationId, userId)) return "last owner";
        const update = "UPDATE members SET level = ? WHERE organization_id = ? AND user_id = ?";
        sql.run(update, level, organizationId, userId);
        return "changed";
      }),

    removeOrganization: (organizationId) =>
      database.write((sql) => {
        for (const table of ["members", "invites", "recent_invites"]) {
          sql.run(`DELETE FROM ${table} WHERE organization_id = ?`, organizationId);
        }
        sql.run("DELETE FROM organizations WHERE id = ?", organizationId);
      }),

    renameOrganization: (organizationId, name) =>
      database.write((sql) => {
        sql.run("UPDATE organizations SET name = ? WHERE id = ?", name, organizationId);
      }),

    renameProject: (projectId, name) =>
      database.write((sql) => {
        sql.run("UPDATE projects SET name = ? WHERE id = ?", name, projectNumber(projectId));
      }),

    setEventRetention: (projectId, seconds) =>
      database.write((sql) => {
        const update = "UPDATE projects SET event_retention_seconds = ? WHERE id = ?";
        sql.run(update, seconds, projectNumber(projectId));
      }),

    renameUser: (userId, firstName) =>
      database.write((sql) => {
        sql.run("UPDATE users SET first_name = ? WHERE id = ?", firstName, userId);
      }),

    changeUserEmail: (userId, email) =>
      database.write((sql) => {
        const owner = sql.get<UserRow>("SELECT id FROM users WHERE folded_email = ?", fold(email));
        if (owner !== undefined && owner.id !== userId) return false;
        const update = "UPDATE users SET email = ?, folded_email = ?, is_email_verified = 0 WHERE id = ?";
        sql.run(update, email, fold(email), userId);
        return true;
      }),

    listOrganizations: () =>
      database.read((sql) => {
        return sql.all<OrganizationRow>("SELECT * FROM organizations ORDER BY created_at, id").map(toOrganization);
      }),

    listProjects: () =>
      database.read((sql) => sql.all<ProjectRow>("SELECT * FROM projects ORDER BY id").map(toProject)),

    projectsOf: (organizationId) =>
      database.read((sql) => {
        const select = "SELECT * FROM projects WHERE organization_id = ? ORDER BY id";
        return sql.all<ProjectRow>(select, organizationId).map(toProject);
      }),

    findOrganization: (organizationId) => database.read((sql) => findOrganization(sql, organizationId)),

    findProject: (projectId) => database.read((sql) => findProject(sql, projectId)),

    listMembers: (organizationId) =>
      database.read((sql) => {
        const select = `SELECT users.*, level FROM members JOIN users ON users.id = members.user_id
          WHERE members.organization_id = ? ORDER BY users.id`;
        const rows = sql.all<UserRow & { readonly level: MemberLevel }>(select, organizationId);
        return rows.map((row) => ({ user: toUser(row), level: row.level }));
      }),

    findUsers: (ids) =>
      database.read((sql) => {
        const rows = [...new Set(ids)].map((id) => sql.get<UserRow>("SELECT * FROM users WHERE id = ?", id));
        return rows.filter((row) => row !== undefined).map(toUser);
      }),

    findUserByEmail: (email) =>
      database.read((sql) => {
        const row = sql.get<UserRow>("SELECT * FROM users WHERE folded_email = ?", fold(email));
        return row ? toUser(row) : null;
      }),

    hasMemberWithEmail: (organizationId, email) =>
      database.read((sql) => {
        const user = sql.get<UserRow>("SELECT id FROM users WHERE folded_email = ?", fold(email));
        return user !== undefined && isMember(sql, organizationId, user.id);
      }),

    projectOfMember: (userId, projectId) =>
      database.read((sql) => {
        const project = findProject(sql, projectId);
        return project && isMember(sql, project.organizationId, userId) ? project : null;
      }),

    organizationsOf: (userId) =>
      database.read((sql) => {
        const select = `SELECT organizations.* FROM members JOIN organizations ON organizations.id = organization_id
          WHERE user_id = ? ORDER BY organizations.created_at, organizations.id`;
        return sql.all<OrganizationRow>(select, userId).map(toOrganization);
      }),

    organizationOfMember: (userId, organizationId) =>
      database.read((sql) => (isMember(sql, organizationId, userId) ? findOrganization(sql, organizationId) : null)),
  };
}

function findOrganization(sql: Sql, organizationId: string): Organization | null {
  const row = sql.get<OrganizationRow>("SELECT * FROM organizations WHERE id = ?", organizationId);
  return row ? toOrganization(row) : null;
}

function findProject(sql: Sql, projectId: string): Project | null {
  const row = sql.get<ProjectRow>("SELECT * FROM projects WHERE id = ?", projectNumber(projectId));
  return row ? toProject(row) : null;
}

function isMember(sql: Sql, organizationId: string, userId: number): boolean {
  const select = "SELECT 1 AS found FROM members WHERE organization_id = ? AND user_id = ?";
  return sql.get(select, organizationId, userId) !== undefined;
}

function isLastOwner(sql: Sql, organizationId: string, userId: number): boolean {
  const select = "SELECT user_id FROM members WHERE organization_id = ? AND level = 'owner' LIMIT 2";
  const owners = sql.all<{ user_id: number }>(select, organizationId);
  return owners.length === 1 && owners[0]?.user_id === userId;
}

const fold = (email: string) => email.toLowerCase();

const toProject = (row: ProjectRow): Project => ({
  id: String(row.id),
  organizationId: row.organization_id,
  name: row.name,
  createdAt: row.created_at,
  eventRetentionSeconds: row.event_retention_seconds,
});

const toOrganization = (row: OrganizationRow): Organization => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at,
});

const toUser = (row: UserRow): User => ({
  id: row.id,
  uuid: row.uuid,
  distinctId: row.distinct_id,
  email: row.email,
  firstName: row.first_name,
  isEmailVerified: row.is_email_verified === 1,
  createdAt: row.created_at,
});
