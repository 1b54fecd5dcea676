import { problem } from "../lib/problem.ts";
import type { StorePorts } from "../store/ports/stores.ts";
import type { Key, PersonalKey, ProjectKey } from "../store/records/keys.ts";
import type { Project } from "../store/records/tenant-kinds.ts";
import { type Change, keyItem, type LogPorts, loggedIn } from "./access-changes.ts";
import { type NewKey, newPersonalKey, newProjectKey } from "./api-keys.ts";
import { projectsOfUser, requireAdmin } from "./authorize.ts";
import type { Caller } from "./keyring.ts";

type KeyPorts = LogPorts & Pick<StorePorts, "keys" | "tenants">;

/** Of a user, and of a project. */
const MAX_KEYS = 100;
const WHO_CHANGES = "Only owners and admins change the keys of a project.";

/** Throws `max_length` for a key too many. */
export async function createOwnKey(
  caller: Caller,
  options: { readonly label: string; readonly readOnly: boolean },
  ports: KeyPorts,
): Promise<NewKey<PersonalKey>> {
  const created = newPersonalKey(caller.userId, { ...options, now: ports.now() });
  await addKey(caller, created.key, ports);
  return created;
}

/** Throws `not_found`. */
export async function revokeOwnKey(caller: Caller, keyId: string, ports: KeyPorts): Promise<void> {
  await revokeKey(caller, keyId, await ports.keys.listOfUser(caller.userId), ports);
}

/** Throws `permission_denied`, and `max_length` for a key too many. */
export async function createProjectKey(
  caller: Caller,
  { id, organizationId }: Project,
  label: string,
  ports: KeyPorts,
): Promise<ProjectKey> {
  await requireAdmin(caller, organizationId, ports.tenants, WHO_CHANGES);
  const { key } = newProjectKey(id, { label, now: ports.now() });
  await addKey(caller, key, ports);
  return key;
}

/** Throws `permission_denied` and `not_found`. */
export async function revokeProjectKey(
  caller: Caller,
  { id, organizationId }: Project,
  keyId: string,
  ports: KeyPorts,
): Promise<void> {
  await requireAdmin(caller, organizationId, ports.tenants, WHO_CHANGES);
  await revokeKey(caller, keyId, await ports.keys.listOfProject(id), ports);
}

async function addKey(caller: Caller, key: Key, ports: KeyPorts): Promise<void> {
  const { keys } = ports;
  const list = () => (key.kind === "project" ? keys.listOfProject(key.projectId) : keys.listOfUser(key.userId));
  const add = async () => {
    await keys.insert(key);
    // Counted again, because keys created at the same time do not see each other before.
    if ((await list()).length <= MAX_KEYS) return true;
    await keys.revoke(key.id);
    return null;
  };
  const hasRoom = (await list()).length < MAX_KEYS;
  if (hasRoom && (await loggedKey(caller, key, [null, keyItem(key)], ports, add))) return;
  const owner = key.kind === "project" ? "project" : "user";
  throw problem("max_length", { detail: `A ${owner} has at most ${MAX_KEYS} keys: revoke one first.` });
}

/** Revokes one of the keys. Throws `not_found`. */
export async function revokeKey(caller: Pick<Caller, "userId">, id: string, known: readonly Key[], ports: KeyPorts) {
  const key = known.find((one) => one.id === id);
  const revoke = async () => (await ports.keys.revoke(id)) || null;
  if (!key || !(await loggedKey(caller, key, [keyItem(key), null], ports, revoke))) throw problem("not_found");
}

/** Logs a change of a key in the projects that it opens, and makes it. */
async function loggedKey(
  caller: Pick<Caller, "userId">,
  key: Key,
  change: Change,
  ports: KeyPorts,
  make: () => Promise<true | null>,
): Promise<true | null> {
  const isOfProject = key.kind === "project";
  const projects = isOfProject ? [{ id: key.projectId }] : await projectsOfUser(key.userId, ports.tenants);
  return loggedIn(projects, caller, [change], ports, make);
}
