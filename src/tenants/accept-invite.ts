import { problem, requireFound } from "../lib/problem.ts";
import type { StorePorts } from "../store/ports/stores.ts";
import type { Invite } from "../store/records/invites.ts";
import type { User } from "../store/records/tenant-kinds.ts";
import type { Tenants } from "../store/records/tenants.ts";
import { inviteItem, type LogPorts, loggedIn, memberItem } from "./access-changes.ts";
import { newPersonalKey, newSecret } from "./api-keys.ts";
import { ownLevel } from "./authorize.ts";
import { findOrAddUser, joinOrganization } from "./join-organization.ts";
import { hashSecret } from "./keyring.ts";

const SECRET_PREFIX = "inv_";
/** After a crash during an acceptance, the invite can be accepted again this much later. */
const CLAIM_MS = 60_000;

export type AcceptPorts = LogPorts & Pick<StorePorts, "invites" | "tenants" | "keys">;

export type OpenInvite = Awaited<ReturnType<typeof showInvite>>;

interface Acceptance {
  readonly firstName: string;
  /** Whether a user who is new gets a personal key. */
  readonly wantsKey: boolean;
}

/** `isNew` says whether the user had access to nothing before: an invite's link must open nothing else. */
export type AcceptedInvite = Awaited<ReturnType<typeof acceptInvite>>;

/** Creates a secret for an invite's link. Only its hash is stored. */
export function newInviteSecret(): { readonly secret: string; readonly secretHash: string } {
  const secret = newSecret(SECRET_PREFIX);
  return { secret, secretHash: hashSecret(secret) };
}

/** Returns the invite with this secret. Throws `not_found` if it cannot be accepted, for whatever reason. */
export async function showInvite(secret: string, { invites, tenants, now }: AcceptPorts) {
  const invite = await invites.findBySecret(hashSecret(secret));
  if (invite === null || invite.expiresAt <= now()) throw problem("not_found");
  return { ...invite, ...(await findHosts(invite, tenants)) };
}

/**
 * Uses the invite up and adds the member, at its level unless the inviter may no longer make admins. A new user gets
 * this name and a key. Existing users are new only without keys and other organizations: a key opens all of them.
 * Throws `not_found` as `showInvite` does.
 */
export async function acceptInvite(secretHash: string, { firstName, wantsKey }: Acceptance, ports: AcceptPorts) {
  const { invites, tenants, now } = ports;
  const invite = requireFound(await invites.claim(secretHash, now(), CLAIM_MS));
  try {
    const { organization } = await findHosts(invite, tenants);
    const projects = await tenants.projectsOf(organization.id);
    const added = { email: invite.targetEmail, firstName, isEmailVerified: true, createdAt: now() };
    const user = await findOrAddUser(organization.id, added, ports);
    const label = `invite ${invite.id}`;
    const isNew = await isNewUser(user, invite, label, ports);
    const personalApiKey = isNew && wantsKey ? await addKey(user, label, ports) : null;
    const level = await levelOf(invite, tenants);
    const changes = [[null, memberItem({ user, level })] as const, [inviteItem(invite), null] as const];
    await loggedIn(projects, { userId: user.id }, changes, ports, async () => {
      await joinOrganization(organization.id, user.id, level, ports);
      await invites.delete(organization.id, invite.id);
    });
    return { user, isNew, organization, projects, personalApiKey };
  } catch (error) {
    await invites.release(secretHash).catch(() => undefined); // else the claim ends by itself
    throw error;
  }
}

async function levelOf({ level, organizationId, createdBy }: Invite, tenants: Tenants): Promise<Invite["level"]> {
  if (level === "member") return level;
  const inviter = await ownLevel(createdBy, organizationId, tenants);
  return inviter === "owner" || inviter === "admin" ? level : "member";
}

/** Returns whether the user has no other access. Revokes the key of an interrupted attempt, which was not shown. */
async function isNewUser(user: User, { organizationId }: Invite, label: string, { keys, tenants }: AcceptPorts) {
  const present = await keys.listOfUser(user.id);
  const unshown = present.filter((key) => key.label === label);
  for (const { id } of unshown) await keys.revoke(id);
  if (present.length > unshown.length) return false;
  const organizations = await tenants.organizationsOf(user.id);
  return organizations.every((other) => other.id === organizationId && unshown.length > 0);
}

async function addKey(user: User, label: string, { keys, now }: AcceptPorts): Promise<string> {
  const { key, secret } = newPersonalKey(user.id, { label, readOnly: false, now: now() });
  await keys.insert(key);
  return secret;
}

async function findHosts({ organizationId, createdBy }: Invite, tenants: Tenants) {
  const [organization, [inviter]] = await Promise.all([
    tenants.findOrganization(organizationId),
    tenants.findUsers([createdBy]),
  ]);
  if (organization === null || inviter === undefined) throw problem("not_found");
  return { organization, inviter };
}
