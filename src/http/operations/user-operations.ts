import type { components } from "../../../generated/openapi.ts";
import type { PersonalKey } from "../../store/ports/keys.ts";
import type { Member, Project } from "../../store/ports/tenants.ts";
import { ownLevel } from "../../tenants/authorize.ts";
import { changeMemberLevel, listMembers, removeMember } from "../../tenants/members.ts";
import { createOwnKey, revokeOwnKey } from "../../tenants/own-keys.ts";
import type { OperationHandlers } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";
import { isoTime, userToWire } from "./common-wire.ts";

type Schemas = components["schemas"];
type UserOperationId =
  | "users_me_retrieve"
  | "personal_keys_list"
  | "personal_keys_create"
  | "personal_keys_destroy"
  | "members_list"
  | "members_partial_update"
  | "members_destroy";

/** Shows the caller's user, and manages own keys and the members of organizations that the caller belongs to. */
export function userOperations({ store: { tenants, keys }, now }: ServicePorts): OperationHandlers<UserOperationId> {
  return {
    users_me_retrieve: async ({ caller: { userId } }) => {
      const [user] = await tenants.findUsers([userId]);
      if (user === undefined) throw new Error(`User ${userId}, who has a key, is missing.`);
      const organizations = await Promise.all(
        (await tenants.organizationsOf(userId)).map(async ({ id, name }) => {
          const [level, projects] = await Promise.all([ownLevel(userId, id, tenants), tenants.projectsOf(id)]);
          return { id, name, level: level ?? "member", projects: projects.map(projectToWire) };
        }),
      );
      return { status: 200, body: { user: userToWire(user), organizations } };
    },
    personal_keys_list: async ({ caller }) => {
      return { status: 200, body: (await keys.listOfUser(caller.userId)).map(keyToWire) };
    },
    personal_keys_create: async ({ caller, body: { label, read_only: readOnly = false } }) => {
      const { key, secret } = await createOwnKey(caller, { label, readOnly, now: now() }, keys);
      return { status: 201, body: { ...keyToWire(key), key: secret }, headers: { "Cache-Control": "no-store" } };
    },
    personal_keys_destroy: async ({ caller, params }) => {
      await revokeOwnKey(caller, params.id, keys);
      return { status: 204 };
    },
    members_list: async ({ caller, params }) => {
      const members = await listMembers(caller, params.parent_lookup_organization_id, tenants);
      return { status: 200, body: members.map(memberToWire) };
    },
    members_partial_update: async ({ caller, params, body: { level } }) => {
      const { parent_lookup_organization_id: organizationId, id: userId } = params;
      const member = await changeMemberLevel(caller, { organizationId, userId, level }, tenants);
      return { status: 200, body: memberToWire(member) };
    },
    members_destroy: async ({ caller, params }) => {
      await removeMember(caller, params.parent_lookup_organization_id, params.id, tenants);
      return { status: 204 };
    },
  };
}

/** Returns a project in the contract's shape. */
export function projectToWire({ id, name, eventRetentionSeconds }: Project): Schemas["NamedProject"] {
  return { id: Number(id), name, event_retention_seconds: eventRetentionSeconds };
}

const memberToWire = ({ user, level }: Member): Schemas["Member"] => ({ user: userToWire(user), level });

function keyToWire({ id, label, hint, readOnly, createdAt, lastUsedAt }: PersonalKey): Schemas["PersonalKey"] {
  return {
    id,
    label,
    hint,
    read_only: readOnly,
    created_at: isoTime(createdAt),
    last_used_at: lastUsedAt === null ? null : isoTime(lastUsedAt),
  };
}
