import { problem } from "../lib/problem.ts";
import type { Tenants } from "../store/ports/tenants.ts";
import type { Key, Keys, PersonalKey, ProjectKey } from "../store/records/keys.ts";
import { type NewKey, newPersonalKey, newProjectKey } from "./api-keys.ts";
import { authorizeProject, authorizeProjectAdmin, requireWriteAccess } from "./authorize.ts";
import type { Caller } from "./keyring.ts";

interface KeyPorts {
  readonly keys: Keys;
  readonly tenants: Pick<Tenants, "projectOfMember" | "listMembers">;
}

/** Of a user, and of a project. */
const MAX_KEYS = 100;
const WHO_CHANGES = "Only owners and admins change the keys of a project.";

/** Throws `permission_denied`, and `max_length` for a key too many. */
export async function createOwnKey(
  caller: Caller,
  options: { readonly label: string; readonly readOnly: boolean; readonly now: number },
  keys: Keys,
): Promise<NewKey<PersonalKey>> {
  requireWriteAccess(caller);
  const created = newPersonalKey(caller.userId, options);
  await addKey(created.key, "user", () => keys.listOfUser(caller.userId), keys);
  return created;
}

/** Throws `permission_denied` and `not_found`. */
export async function revokeOwnKey(caller: Caller, keyId: string, keys: Keys): Promise<void> {
  requireWriteAccess(caller);
  await revokeKey(keyId, await keys.listOfUser(caller.userId), keys);
}

/** Lists keys, oldest first. Throws `not_found`. */
export async function listProjectKeys(
  caller: Caller,
  projectId: string,
  { keys, tenants }: KeyPorts,
): Promise<ProjectKey[]> {
  return keys.listOfProject((await authorizeProject(caller, projectId, tenants)).id);
}

/** Throws `not_found`, `permission_denied`, and `max_length` for a key too many. */
export async function createProjectKey(
  caller: Caller,
  projectId: string,
  { label, now }: { readonly label: string; readonly now: number },
  { keys, tenants }: KeyPorts,
): Promise<ProjectKey> {
  const { id } = await authorizeProjectAdmin(caller, projectId, tenants, WHO_CHANGES);
  const { key } = newProjectKey(id, { label, now });
  await addKey(key, "project", () => keys.listOfProject(id), keys);
  return key;
}

/** Throws `not_found` and `permission_denied`. */
export async function revokeProjectKey(
  caller: Caller,
  projectId: string,
  keyId: string,
  { keys, tenants }: KeyPorts,
): Promise<void> {
  const { id } = await authorizeProjectAdmin(caller, projectId, tenants, WHO_CHANGES);
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
