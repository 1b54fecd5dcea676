import type { Schemas } from "../../../generated/openapi.ts";
import { problem } from "../../lib/problem.ts";
import { isoTime, wireFields } from "../../lib/wire-fields.ts";
import type { PersonalKey } from "../../store/records/keys.ts";
import type { Member, MemberLevel, Organization, Project } from "../../store/records/tenant-kinds.ts";
import { ownLevel } from "../../tenants/authorize.ts";
import type { Caller } from "../../tenants/keyring.ts";
import { changeMemberLevel, newLinkForMember, removeMember, renameOrganization } from "../../tenants/members.ts";
import { changeOwnUser, findOwnUser } from "../../tenants/own-user.ts";
import { createOwnKey, revokeOwnKey } from "../../tenants/project-keys.ts";
import { LINK_MS, signInUrl } from "../../tenants/sign-in/links.ts";
import type { HandlersOf } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";
import { userToWire } from "./common-wire.ts";
import { paginate } from "./pagination.ts";

type Handlers = HandlersOf<"users_me" | "organizations" | "personal_keys" | "members">;

const LEVEL_NUMBERS = { member: 1, admin: 8, owner: 15 } as const satisfies Record<MemberLevel, number>;
const LEVELS_BY_NUMBER = { 1: "member", 8: "admin", 15: "owner" } as const;

export function userOperations(ports: ServicePorts): Handlers {
  const { store, rateLimits, log, now } = ports;
  const { tenants, keys } = store;
  const ownPorts = { ...store, sessions: ports.sessions, hasPasswords: ports.hasPasswords, now };
  const showOwn = async (caller: Caller): Promise<Schemas["CurrentUser"]> => {
    const { user, hasPassword } = await findOwnUser(caller, ownPorts);
    const organizations = await Promise.all(
      (await tenants.organizationsOf(user.id)).map(async ({ id, name }) => {
        const [level, projects] = await Promise.all([ownLevel(user.id, id, tenants), tenants.projectsOf(id)]);
        return { id, name, level: level ?? "member", projects: projects.map(projectToWire) };
      }),
    );
    const [organization] = organizations;
    return {
      ...{ ...userToWire(user), user: userToWire(user), has_password: hasPassword },
      organization: organization ? { id: organization.id, name: organization.name } : null,
      team: organizations.flatMap(({ projects }) => projects)[0] ?? null,
      organizations,
    };
  };
  const showOrganization = async ({ userId }: Caller, { id, name, createdAt }: Organization) => {
    const [level, projects] = await Promise.all([ownLevel(userId, id, tenants), tenants.projectsOf(id)]);
    const named = projects.map(projectToWire);
    const membership_level = LEVEL_NUMBERS[level ?? "member"];
    return { id, name, created_at: isoTime(createdAt), membership_level, projects: named, teams: named };
  };
  return {
    users_me_retrieve: ({ caller }) => showOwn(caller),
    users_me_partial_update: async ({ caller, body }) => {
      const { first_name: firstName, email, password, current_password: currentPassword } = body;
      if (email !== undefined || password !== undefined || currentPassword !== undefined) {
        rateLimits.password_attempts?.consume(`user ${caller.userId}`);
      }
      await changeOwnUser(caller, { firstName, email, password, currentPassword }, ownPorts);
      return showOwn(caller);
    },
    organizations_list: async ({ caller, query, url }) => {
      const all = await tenants.organizationsOf(caller.userId);
      const page = all.slice(query.offset, query.offset + query.limit);
      const items = await Promise.all(page.map((organization) => showOrganization(caller, organization)));
      return paginate({ count: all.length, items }, { query, url }, (item) => item);
    },
    organizations_retrieve: ({ caller, organization }) => showOrganization(caller, organization),
    organizations_partial_update: async ({ caller, organization, body }) => {
      const { id, name } = await renameOrganization(caller, organization, body.name, tenants);
      return { id, name };
    },
    personal_keys_list: async ({ caller }) => (await keys.listOfUser(caller.userId)).map(keyToWire),
    personal_keys_retrieve: async ({ caller }) => {
      const key = (await keys.listOfUser(caller.userId)).find(({ id }) => id === caller.keyId);
      if (key === undefined) throw problem("not_found", { detail: "The request is made without a personal API key." });
      const scopes: Schemas["CurrentPersonalKey"]["scopes"] = [key.readOnly ? "*:read" : "*"];
      return { ...keyToWire(key), scopes, scoped_teams: [], scoped_organizations: [] };
    },
    personal_keys_create: async ({ caller, body: { label, read_only: readOnly = false } }) => {
      const { key, secret } = await createOwnKey(caller, { label, readOnly }, ownPorts);
      return { status: 201, body: { ...keyToWire(key), key: secret }, headers: { "Cache-Control": "no-store" } };
    },
    personal_keys_destroy: ({ caller, params }) => revokeOwnKey(caller, params.id, ownPorts),
    members_list: async ({ organization, query, url }) => {
      const members = await tenants.listMembers(organization.id);
      const listed = { count: members.length, items: members.slice(query.offset, query.offset + query.limit) };
      return paginate(listed, { query, url }, memberToWire);
    },
    members_partial_update: async ({ caller, organization, params, body }) => {
      const level = typeof body.level === "string" ? body.level : LEVELS_BY_NUMBER[body.level];
      const member = await changeMemberLevel(caller, { organization, userId: params.id, level }, ownPorts);
      return memberToWire(member);
    },
    members_sign_in_link_create: async ({ caller, organization, params: { id: userId } }) => {
      if (ports.sessions === null) throw problem("not_found", { detail: "The console of this service is off." });
      const token = await newLinkForMember(caller, organization, userId, ownPorts);
      log.info({ user: caller.userId, member: userId, organization: organization.id }, "a member made a sign-in link");
      const body = { path: signInUrl("", token), expires_at: isoTime(now() + LINK_MS) };
      return { status: 201, body, headers: { "Cache-Control": "no-store" } };
    },
    members_destroy: ({ caller, organization, params }) => removeMember(caller, organization, params.id, ownPorts),
  };
}

export function projectToWire({ id, name, eventRetentionSeconds }: Project): Schemas["NamedProject"] {
  return { id: Number(id), name, event_retention_seconds: eventRetentionSeconds };
}

function memberToWire({ user, level }: Member): Schemas["Member"] {
  return { id: user.uuid, user: userToWire(user), level: LEVEL_NUMBERS[level], level_name: level };
}

function keyToWire(key: PersonalKey): Schemas["PersonalKey"] {
  return wireFields(key, "id", "label", "hint", "readOnly", "createdAt", "lastUsedAt");
}
