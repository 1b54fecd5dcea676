import { randomUUID } from "node:crypto";
import type { Millis } from "../store/ports/common.ts";
import type { StorePorts } from "../store/ports/stores.ts";
import type { MemberLevel, Organization } from "../store/records/tenant-kinds.ts";
import { newPersonalKey, newProjectKey } from "./api-keys.ts";
import { NO_MAIL_DOMAIN } from "./email.ts";
import { findOrAddUser, joinOrganization } from "./join-organization.ts";

export interface SetupPorts extends Pick<StorePorts, "tenants" | "keys" | "records"> {
  readonly now?: () => Millis;
}

export interface SetupOptions {
  readonly organization?: string | undefined;
  readonly project?: string | undefined;
  /** Address of the first member, who may exist already. The default is unique, and no mail can reach it. */
  readonly email?: string | undefined;
  /** Address of a second member, who gets a personal key too. */
  readonly member?: string | undefined;
}

/** Keys in it cannot be shown again. */
export type SetupResult = Awaited<ReturnType<typeof setUp>>;

/** Creates an organization in a new store; null if an earlier or concurrent call, or `setUp`, did so. */
export async function runFirstSetup(ports: SetupPorts): Promise<SetupResult | null> {
  return (await ports.tenants.claimFirstSetup()) ? createOrganization(ports, {}) : null;
}

/** Creates an organization with a project, members and keys. `runFirstSetup` creates nothing afterwards. */
export async function setUp(ports: SetupPorts, options: SetupOptions) {
  await ports.tenants.claimFirstSetup();
  return createOrganization(ports, options);
}

async function createOrganization(ports: SetupPorts, options: SetupOptions) {
  const { tenants, keys } = ports;
  const now = (ports.now ?? Date.now)();
  const organization = { id: randomUUID(), name: options.organization ?? "My organization", createdAt: now };
  await tenants.addOrganization(organization);
  const project = await tenants.addProject({
    organizationId: organization.id,
    name: options.project ?? "My project",
    createdAt: now,
  });
  const projectKey = newProjectKey(project.id, { label: "setup", now });
  await keys.insert(projectKey.key);
  const email = options.email ?? `owner-${organization.id.slice(0, 8)}${NO_MAIL_DOMAIN}`;
  return {
    organization,
    project,
    projectApiKey: projectKey.secret,
    owner: await addMember(ports, organization, email, "owner", now),
    member: options.member === undefined ? null : await addMember(ports, organization, options.member, "member", now),
  };
}

async function addMember(
  { tenants, keys, records }: SetupPorts,
  { id }: Organization,
  email: string,
  level: MemberLevel,
  now: Millis,
) {
  const added = { email, firstName: "", isEmailVerified: false, createdAt: now };
  const user = await findOrAddUser(id, added, { tenants, records });
  await joinOrganization(id, user.id, level, { tenants, records });
  const key = newPersonalKey(user.id, { label: "setup", readOnly: false, now });
  await keys.insert(key.key);
  return { user, personalApiKey: key.secret };
}
