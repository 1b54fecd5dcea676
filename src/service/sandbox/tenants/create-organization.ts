import { randomUUID } from "node:crypto";
import type { components } from "../../../../generated/openapi.ts";
import { applyFlags } from "../../../flags/manage/apply-flags.ts";
import type { ProjectId, UserId } from "../../../store/ports/common.ts";
import type { FileStore, Store, StorePorts } from "../../../store/ports/stores.ts";
import { scanAll } from "../../../store/records/scan-all.ts";
import { SESSIONS } from "../../../store/records/sign-in-kinds.ts";
import { newPersonalKey, newProjectKey } from "../../../tenants/api-keys.ts";
import type { Examples } from "../data/examples.ts";
import { sampleBodies, sampleFlags, sampleInvites, sampleRecording } from "../data/sample-data.ts";
import { moveToFile, storeBodies } from "../data/store-bodies.ts";
import { DEFAULT_TENANT, type TenantIdentity } from "./tenant.ts";

type Schemas = components["schemas"];

export interface TenantPorts {
  readonly store: Store;
  readonly files: FileStore["files"];
  readonly examples: Examples;
}

/** Returns a tenant's ids and keys: from the examples for the default one, else derived from the name. */
export function tenantIdentity(name: string, samples: boolean, examples: Examples): TenantIdentity {
  if (name !== DEFAULT_TENANT) {
    const keys = { projectApiKey: `phc_sandbox_${name}`, personalApiKey: `phx_sandbox_${name}` };
    return { name, samples, organizationId: randomUUID(), ...keys };
  }
  const { api_key: projectApiKey = "" } = examples.get<Schemas["CaptureRequest"]>("generic");
  const { personal_api_key: personalApiKey = "" } = examples.get<Schemas["CaptureRequest"]>("personal_key");
  return { name, samples, organizationId: examples.parameter("OrganizationId"), projectApiKey, personalApiKey };
}

/** Creates a tenant's organization with owner, project, keys and samples, in place of an earlier one. */
export async function createOrganization(
  identity: TenantIdentity,
  { store, files, examples }: TenantPorts,
): Promise<{ readonly projectId: ProjectId; readonly userId: UserId }> {
  const now = Date.now();
  const created = await store.transaction(async (ports) => {
    await removeOrganization(identity, ports);
    const { organizationId, samples } = identity;
    await ports.tenants.addOrganization({ id: organizationId, name: "Fjordbikes", createdAt: now });
    const project = await ports.tenants.addProject({ organizationId, name: "Shop", createdAt: now });
    const userId = await addOwner(identity, examples, ports);
    const key = { label: "sandbox", now };
    await ports.keys.insert(newProjectKey(project.id, { ...key, secret: identity.projectApiKey }).key);
    const personal = { ...key, readOnly: false, secret: identity.personalApiKey };
    await ports.keys.insert(newPersonalKey(userId, personal).key);
    if (samples) {
      const changes = { put: sampleFlags(examples), remove: [] };
      const flagPorts = { ...ports, now: Date.now, announce: () => undefined };
      await applyFlags({ projectId: project.id, by: null }, changes, [], flagPorts);
      const idOf = (id: string) => (identity.name === DEFAULT_TENANT ? id : randomUUID());
      await ports.invites.insert(sampleInvites(examples, { organizationId, createdBy: userId, now, idOf }));
      const within = { ...ports, transaction: <T>(work: (own: StorePorts) => Promise<T>) => work(ports) };
      await storeBodies(sampleBodies(examples), { projectId: project.id, receivedAt: now }, within);
    }
    return { projectId: project.id, userId };
  });
  if (identity.samples) await moveToFile(sampleRecording(examples), created.projectId, { store, files });
  return created;
}

async function addOwner({ name, organizationId }: TenantIdentity, examples: Examples, ports: StorePorts) {
  const { created_by: user } = examples.get<Schemas["Invite"]>("invite_created");
  const isDefault = name === DEFAULT_TENANT;
  const { id, firstName } = await ports.tenants.addUser({
    uuid: isDefault ? user.uuid : randomUUID(),
    distinctId: isDefault ? user.distinct_id : randomUUID(),
    email: isDefault ? user.email : user.email.replace("@", `+${name}@`),
    firstName: user.first_name,
    isEmailVerified: user.is_email_verified,
    createdAt: Date.now(),
  });
  if (firstName !== user.first_name) await ports.tenants.renameUser(id, user.first_name);
  await ports.tenants.addMember(organizationId, id, "owner");
  return id;
}

/** Removes the organization and its members' access: users remain, but join again as new. Data is removed later. */
export async function removeOrganization({ organizationId }: TenantIdentity, ports: StorePorts): Promise<void> {
  const { tenants, keys, records, projectRemovals } = ports;
  for (const { user } of await tenants.listMembers(organizationId)) {
    for (const { id } of await keys.listOfUser(user.id)) await keys.revoke(id);
    for (const session of await scanAll(records, SESSIONS, { where: { userId: user.id } })) {
      await records.delete(SESSIONS, session);
    }
  }
  for (const { id } of await tenants.projectsOf(organizationId)) await projectRemovals.begin(id, Date.now());
  await tenants.removeOrganization(organizationId);
}
