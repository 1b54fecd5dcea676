import { problem } from "../lib/problem.ts";
import type { Key, Keys, PersonalKey, ProjectKey } from "../store/records/keys.ts";
import type { Project } from "../store/records/tenant-kinds.ts";
import type { Tenants } from "../store/records/tenants.ts";
import { type NewKey, newPersonalKey, newProjectKey } from "./api-keys.ts";
import { requireAdmin } from "./authorize.ts";
import type { Caller } from "./keyring.ts";

interface KeyPorts {
  readonly keys: Keys;
  readonly tenants: Pick<Tenants, "listMembers">;
}

/** Of a user, and of a project. */
const MAX_KEYS = 100;
const WHO_CHANGES = "Only owners and admins change the keys of a project.";

/** Throws `max_length` for a key too many. */
export async function createOwnKey(
  caller: Caller,
  options: { readonly label: string; readonly readOnly: boolean; readonly now: number },
  keys: Keys,
): Promise<NewKey<PersonalKey>> {
  const created = newPersonalKey(caller.userId, options);
  await addKey(created.key, "user", () => keys.listOfUser(caller.userId), keys);
  return created;
}

/** Throws `not_found`. */
export async function revokeOwnKey(caller: Caller, keyId: string, keys: Keys): Promise<void> {
  await revokeKey(keyId, await keys.listOfUser(caller.userId), keys);
}

/** Throws `permission_denied`, and `max_length` for a key too many. */
export async function createProjectKey(
  caller: Caller,
  { id, organizationId }: Project,
  { label, now }: { readonly label: string; readonly now: number },
  { keys, tenants }: KeyPorts,
): Promise<ProjectKey> {
  await requireAdmin(caller, organizationId, tenants, WHO_CHANGES);
  const { key } = newProjectKey(id, { label, now });
  await addKey(key, "project", () => keys.listOfProject(id), keys);
  return key;
}

/** Throws `permission_denied` and `not_found`. */
export async function revokeProjectKey(
  caller: Caller,
  { id, organizationId }: Project,
  keyId: string,
  { keys, tenants }: KeyPorts,
): Promise<void> {
  await requireAdmin(caller, organizationId, tenants, WHO_CHANGES);
  await revokeKey(keyId, await keys.listOfProject(id), keys);
}

async function addKey(key: Key, owner: string, list: () => Promise<readonly Key[]>, keys: Keys): Promise<void> {
  const tooMany = { detail: `A ${owner} has at most ${MAX_KEYS} keys: revoke one first.` };
  if ((await list()).length >= MAX_KEYS) throw problem("max_length", tooMany);
  await keys.insert(key);
  // Counted again, because keys created at the same time do not see each other before.
  if ((await list()).length <= MAX_KEYS) return;
  await keys.revoke(key.id);
  throw problem("max_length", tooMany);
}

async function revokeKey(id: string, own: readonly Key[], keys: Keys): Promise<void> {
  if (!own.some((key) => key.id === id) || !(await keys.revoke(id))) throw problem("not_found");
}
