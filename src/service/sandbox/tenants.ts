import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import type { Schemas } from "../../../generated/openapi.ts";
import type { Schemas as SandboxSchemas } from "../../../generated/sandbox.ts";
import { applyFlags } from "../../flags/manage/edit-flags.ts";
import { stringifyExactly } from "../../lib/json/json.ts";
import { invalidInput } from "../../lib/problem.ts";
import type { Millis, OrganizationId, ProjectId, UserId } from "../../store/ports/common.ts";
import type { StorePorts } from "../../store/ports/stores.ts";
import { deleteAll } from "../../store/records/scan-all.ts";
import { SESSIONS } from "../../store/records/sign-in-kinds.ts";
import { newPersonalKey, newProjectKey } from "../../tenants/api-keys.ts";
import { armFailures } from "./documented-failures.ts";
import { type Examples, sampleBodies, sampleFlags, sampleInvites, sampleRecording } from "./sample-data.ts";
import { moveToFile, type RecordingPorts, storeBodies } from "./store-bodies.ts";

export const DEFAULT_TENANT = "default";

export interface TenantIdentity {
  readonly name: string;
  /** Whether it begins with the data of the contract's examples. */
  readonly samples: boolean;
  readonly organizationId: OrganizationId;
  readonly projectApiKey: string;
  readonly personalApiKey: string;
}

/** An organization of the sandbox with a clock, failures and a list of arrived events. */
export type Tenant = ReturnType<typeof newTenant>;

function newTenant(identity: TenantIdentity, firstProjectId: ProjectId, userId: UserId) {
  let aheadMs = 0;
  return {
    identity,
    userId,
    projectId: firstProjectId,
    arrived: newArrivedEvents(),
    failures: armFailures(),
    now: (): Millis => Date.now() + aheadMs,
    setClock(now: Millis): void {
      aheadMs = now - Date.now();
    },
    restart(projectId: ProjectId): void {
      this.projectId = projectId;
      aheadMs = 0;
      this.failures.clear();
      this.arrived.clear();
    },
  };
}

export type ArrivedEvent = SandboxSchemas["ArrivedEvent"];

const MAX_EVENTS = 10_000;
const MAX_CHARACTERS = 32_000_000;
const MAX_LISTED = 1000;

function newArrivedEvents() {
  const arrivals = new EventEmitter().setMaxListeners(0);
  let kept: { readonly id: number; readonly json: string }[] = [];
  let characters = 0;
  let lastId = 0;
  return {
    add(events: readonly Omit<ArrivedEvent, "id">[]): void {
      for (const event of events) {
        lastId += 1;
        const json = stringifyExactly({ id: lastId, ...event });
        kept.push({ id: lastId, json });
        characters += json.length;
      }
      while (kept.length > MAX_EVENTS || characters > MAX_CHARACTERS) {
        characters -= kept.shift()?.json.length ?? 0;
      }
      if (events.length > 0) arrivals.emit("arrived");
    },
    /** Returns the JSON of up to 1,000 events with a higher id, oldest first. Waits for one until the signal aborts. */
    async list(after: number, signal: AbortSignal): Promise<string[]> {
      while (lastId <= after && !signal.aborted) {
        await once(arrivals, "arrived", { signal }).catch(() => undefined);
      }
      const found = kept.filter(({ id }) => id > after).slice(0, MAX_LISTED);
      return found.map(({ json }) => json);
    },
    clear(): void {
      kept = [];
      characters = 0;
    },
  };
}

const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const MAX_TENANTS = 1000;

export type Tenants = Awaited<ReturnType<typeof startTenants>>;

/** Makes the tenants of a sandbox, which change one at a time. */
export async function startTenants(ports: TenantPorts & { readonly forgetKeys: () => void }) {
  const { store, examples, forgetKeys } = ports;
  const byName = new Map<string, Tenant>();
  /** Includes the projects that tenants had before. */
  const byProject = new Map<ProjectId, Tenant>();
  let changes: Promise<unknown> = Promise.resolve();
  const change = <T>(work: () => Promise<T>): Promise<T> => {
    const changed = changes.then(work);
    changes = changed.catch(() => undefined);
    return changed;
  };
  const create = async (name: string, samples: boolean, attr: string): Promise<Tenant> => {
    const present = byName.get(name);
    if (present) return present;
    if (byName.size >= MAX_TENANTS) {
      throw invalidInput(attr, `There are ${MAX_TENANTS} tenants already: delete those of tests that have ended.`);
    }
    const identity = tenantIdentity(name, samples, examples);
    const { projectId, userId } = await createOrganization(identity, ports);
    const tenant = newTenant(identity, projectId, userId);
    byName.set(name, tenant);
    byProject.set(projectId, tenant);
    forgetKeys();
    return tenant;
  };
  /** Returns the tenant, created if absent. Throws `invalid_input`, on `attr`, for a wrong name or too many tenants. */
  const get = async (name: string, { samples = true, attr = "X-Sandbox-Tenant" } = {}): Promise<Tenant> => {
    if (!NAME.test(name)) {
      throw invalidInput(attr, `${attr} must have 1 to 64 letters, digits, hyphens or underscores.`);
    }
    return byName.get(name) ?? change(() => create(name, samples, attr));
  };
  const list = () => [...byName.values()];
  return {
    default: await get(DEFAULT_TENANT),
    get,
    list,
    settled: () => changes,
    ofProject: (id: ProjectId) => byProject.get(id),
    ofUser: (id: UserId) => list().find(({ userId }) => userId === id),

    reset: (tenant: Tenant): Promise<void> =>
      change(async () => {
        const { projectId } = await createOrganization(tenant.identity, ports);
        tenant.restart(projectId);
        byProject.set(projectId, tenant);
        forgetKeys();
      }),

    /** Removes the tenant, if it exists. Throws `invalid_input` for the default one. */
    async remove(name: string): Promise<void> {
      if (name === DEFAULT_TENANT) throw invalidInput("name", `The tenant ${DEFAULT_TENANT} cannot be deleted.`);
      await change(async () => {
        const tenant = byName.get(name);
        if (!tenant) return;
        await store.transaction((within) => removeOrganization(tenant.identity, within));
        byName.delete(name);
        for (const [id, owner] of byProject) if (owner === tenant) byProject.delete(id);
        forgetKeys();
      });
    },
  };
}

interface TenantPorts extends RecordingPorts {
  readonly examples: Examples;
}

/** Returns a tenant's ids and keys: from the examples for the default one, else derived from the name. */
function tenantIdentity(name: string, samples: boolean, examples: Examples): TenantIdentity {
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
    await deleteAll(records, SESSIONS, { where: { userId: user.id } });
  }
  for (const { id } of await tenants.projectsOf(organizationId)) await projectRemovals.begin(id, Date.now());
  await tenants.removeOrganization(organizationId);
}
