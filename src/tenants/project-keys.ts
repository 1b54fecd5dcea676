import { problem } from "../lib/problem.ts";
import type { Keys, ProjectKey } from "../store/ports/keys.ts";
import type { Tenants } from "../store/ports/tenants.ts";
import { newProjectKey } from "./api-keys.ts";
import { authorizeProject, authorizeProjectAdmin } from "./authorize.ts";
import type { Caller } from "./keyring.ts";

interface KeyPorts {
  readonly keys: Keys;
  readonly tenants: Pick<Tenants, "projectOfMember" | "listMembers">;
}

const MAX_KEYS_OF_PROJECT = 100;
const WHO_CHANGES = "Only owners and admins change the keys of a project.";

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
  if ((await keys.listOfProject(id)).length >= MAX_KEYS_OF_PROJECT) throw tooManyKeys();
  const { key } = newProjectKey(id, { label, now });
  await keys.insert(key);
  // Counted again, because keys created at the same time do not see each other before.
  if ((await keys.listOfProject(id)).length <= MAX_KEYS_OF_PROJECT) return key;
  await keys.revoke(key.id);
  throw tooManyKeys();
}

/** Throws `not_found` and `permission_denied`. */
export async function revokeProjectKey(
  caller: Caller,
  projectId: string,
  keyId: string,
  { keys, tenants }: KeyPorts,
): Promise<void> {
  const project = await authorizeProjectAdmin(caller, projectId, tenants, WHO_CHANGES);
  const isOfProject = (await keys.listOfProject(project.id)).some(({ id }) => id === keyId);
  if (!isOfProject || !(await keys.revoke(keyId))) throw problem("not_found");
}

function tooManyKeys() {
  return problem("max_length", { detail: `A project has at most ${MAX_KEYS_OF_PROJECT} keys: revoke one first.` });
}
