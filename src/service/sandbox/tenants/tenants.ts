import { problem } from "../../../lib/problem.ts";
import type { ProjectId, UserId } from "../../../store/ports/common.ts";
import { createOrganization, removeOrganization, type TenantPorts, tenantIdentity } from "./create-organization.ts";
import { DEFAULT_TENANT, Tenant } from "./tenant.ts";

const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const MAX_TENANTS = 1000;

interface TenantsPorts extends TenantPorts {
  readonly forgetKeys: () => void;
}

/** The tenants of a sandbox. They change one at a time. */
export class Tenants {
  readonly #ports: TenantsPorts;
  readonly #byName = new Map<string, Tenant>();
  /** Includes the projects that tenants had before. */
  readonly #byProject = new Map<ProjectId, Tenant>();
  #changes: Promise<unknown> = Promise.resolve();

  private constructor(ports: TenantsPorts) {
    this.#ports = ports;
  }

  static async start(ports: TenantsPorts): Promise<Tenants> {
    const tenants = new Tenants(ports);
    await tenants.get(DEFAULT_TENANT);
    return tenants;
  }

  get default(): Tenant {
    return this.#byName.get(DEFAULT_TENANT) as Tenant;
  }

  list(): Tenant[] {
    return [...this.#byName.values()];
  }

  /** Resolves when no tenant is being changed. */
  settled(): Promise<unknown> {
    return this.#changes;
  }

  ofProject(id: ProjectId): Tenant | undefined {
    return this.#byProject.get(id);
  }

  ofUser(id: UserId): Tenant | undefined {
    return this.list().find(({ userId }) => userId === id);
  }

  /** Returns the tenant, created if absent. Throws `invalid_input`, on `attr`, for a wrong name or too many tenants. */
  async get(name: string, { samples = true, attr = "X-Sandbox-Tenant" } = {}): Promise<Tenant> {
    if (!NAME.test(name)) {
      const detail = `${attr} must have 1 to 64 letters, digits, hyphens or underscores.`;
      throw problem("invalid_input", { attr, detail });
    }
    return this.#byName.get(name) ?? this.#change(() => this.#create(name, samples, attr));
  }

  /** Restores the data that the tenant had when it was created. */
  reset(tenant: Tenant): Promise<void> {
    return this.#change(async () => {
      const { projectId } = await createOrganization(tenant.identity, this.#ports);
      tenant.restart(projectId);
      this.#byProject.set(projectId, tenant);
      this.#ports.forgetKeys();
    });
  }

  /** Removes the tenant, if it exists. Throws `invalid_input` for the default one. */
  async remove(name: string): Promise<void> {
    if (name === DEFAULT_TENANT) {
      throw problem("invalid_input", { attr: "name", detail: `The tenant ${DEFAULT_TENANT} cannot be deleted.` });
    }
    await this.#change(async () => {
      const tenant = this.#byName.get(name);
      if (!tenant) return;
      await this.#ports.store.transaction((ports) => removeOrganization(tenant.identity, ports));
      this.#byName.delete(name);
      for (const [id, owner] of this.#byProject) if (owner === tenant) this.#byProject.delete(id);
      this.#ports.forgetKeys();
    });
  }

  async #create(name: string, samples: boolean, attr: string): Promise<Tenant> {
    const present = this.#byName.get(name);
    if (present) return present;
    if (this.#byName.size >= MAX_TENANTS) {
      const detail = `There are ${MAX_TENANTS} tenants already: delete those of tests that have ended.`;
      throw problem("invalid_input", { attr, detail });
    }
    const identity = tenantIdentity(name, samples, this.#ports.examples);
    const { projectId, userId } = await createOrganization(identity, this.#ports);
    const tenant = new Tenant(identity, projectId, userId);
    this.#byName.set(name, tenant);
    this.#byProject.set(projectId, tenant);
    this.#ports.forgetKeys();
    return tenant;
  }

  #change<T>(work: () => Promise<T>): Promise<T> {
    const changed = this.#changes.then(work);
    this.#changes = changed.catch(() => undefined);
    return changed;
  }
}
