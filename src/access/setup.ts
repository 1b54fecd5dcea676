import { randomUUID } from "node:crypto";
import type { Millis } from "../storage/ports/common.ts";
import type { Keys } from "../storage/ports/keys.ts";
import type { Organization, Project, Tenants, User } from "../storage/ports/tenants.ts";
import { newPersonalKey, newProjectKey } from "./api-keys.ts";

export interface SetupPorts {
  readonly tenants: Tenants;
  readonly keys: Keys;
  readonly now?: () => Millis;
}

/** What the new organization is called; each has a default. */
export interface SetupOptions {
  readonly organization?: string | undefined;
  readonly project?: string | undefined;
  /** The first member. A user who has this address already becomes a member; the default is an address of its own. */
  readonly email?: string | undefined;
  /** A second member, with a personal key of its own. */
  readonly member?: string | undefined;
}

/** A member of the new organization, and the personal key that is shown this once. */
export interface NewMember {
  readonly user: User;
  readonly personalApiKey: string;
}

/** What was made. The keys are shown this once. */
export interface SetupResult {
  readonly organization: Organization;
  readonly project: Project;
  readonly projectApiKey: string;
  readonly owner: NewMember;
  readonly member: NewMember | null;
}

/** Makes what an empty store needs to begin: for exactly one caller in the life of the store, null for all others. */
export async function runFirstSetup(ports: SetupPorts): Promise<SetupResult | null> {
  return (await ports.tenants.claimFirstSetup()) ? makeTenant(ports, {}) : null;
}

/**
 * Makes a new organization, also where one has that name already, with a project, its members and their keys. The first start that
 * comes after it makes none.
 */
export async function setUp(ports: SetupPorts, wishes: SetupOptions): Promise<SetupResult> {
  await ports.tenants.claimFirstSetup();
  return makeTenant(ports, wishes);
}

async function makeTenant(ports: SetupPorts, wishes: SetupOptions): Promise<SetupResult> {
  const { tenants, keys } = ports;
  const now = (ports.now ?? Date.now)();
  const organization = { id: randomUUID(), name: wishes.organization ?? "My organization", createdAt: now };
  await tenants.addOrganization(organization);
  const project = await tenants.addProject({
    organizationId: organization.id,
    name: wishes.project ?? "My project",
    createdAt: now,
  });
  const projectKey = newProjectKey(project.id, { label: "setup", now });
  await keys.insert(projectKey.key);
  const email = wishes.email ?? `owner-${organization.id.slice(0, 8)}@example.com`;
  return {
    organization,
    project,
    projectApiKey: projectKey.secret,
    owner: await addMember(ports, organization, email, now),
    member: wishes.member === undefined ? null : await addMember(ports, organization, wishes.member, now),
  };
}

async function addMember({ tenants, keys }: SetupPorts, { id }: Organization, email: string, now: Millis) {
  const user = await tenants.addUser({
    uuid: randomUUID(),
    distinctId: randomUUID(),
    email,
    firstName: "",
    isEmailVerified: false,
    createdAt: now,
  });
  await tenants.addMember(id, user.id);
  const key = newPersonalKey(user.id, { label: "setup", readOnly: false, now });
  await keys.insert(key.key);
  return { user, personalApiKey: key.secret };
}
