import { createHash, randomUUID } from "node:crypto";
import type { Invite, Invites } from "../store/ports/invites.ts";
import type { Keys } from "../store/ports/keys.ts";
import type { Organization, Project, Tenants, User } from "../store/ports/tenants.ts";
import { problem } from "../values/problem.ts";
import { newPersonalKey, newSecret } from "./api-keys.ts";

const SECRET_PREFIX = "inv_";
/** After a crash while an invite was accepted, it can be accepted again this much later. */
const CLAIM_MS = 60_000;

export interface AcceptPorts {
  readonly invites: Invites;
  readonly tenants: Tenants;
  readonly keys: Keys;
  readonly now: () => number;
}

/** An invite as the invited person sees it. */
export interface OpenInvite extends Invite {
  readonly organization: Organization;
  readonly inviter: User;
}

export interface AcceptedInvite {
  readonly user: User;
  readonly organization: Organization;
  readonly projects: readonly Project[];
  /** Null if the user has a personal key already. */
  readonly personalApiKey: string | null;
}

/** Returns a new secret for the link in an invite's mail. Only its hash is stored. */
export function newInviteSecret(): { readonly secret: string; readonly secretHash: string } {
  const secret = newSecret(SECRET_PREFIX);
  return { secret, secretHash: hashInviteSecret(secret) };
}

/** Returns the invite with this secret. Throws `not_found` if it cannot be accepted, for whatever reason. */
export async function showInvite(secret: string, { invites, tenants, now }: AcceptPorts): Promise<OpenInvite> {
  const invite = await invites.findBySecret(hashInviteSecret(secret));
  if (invite === null || invite.expiresAt <= now()) throw problem("not_found");
  return { ...invite, ...(await findHosts(invite, tenants)) };
}

/**
 * Makes the invited person a member and uses the invite up. A new user gets this name and a personal key. A user with
 * the invited address joins under its own name; it gets a key only if it has none and is in no other organization,
 * because a key opens all organizations of its user. Throws `not_found` as `showInvite` does.
 */
export async function acceptInvite(secret: string, firstName: string, ports: AcceptPorts): Promise<AcceptedInvite> {
  const { invites, tenants, now } = ports;
  const secretHash = hashInviteSecret(secret);
  const invite = await invites.claim(secretHash, now(), CLAIM_MS);
  if (invite === null) throw problem("not_found");
  try {
    const { organization } = await findHosts(invite, tenants);
    const projects = await tenants.projectsOf(organization.id);
    const user = await tenants.addUser({
      uuid: randomUUID(),
      distinctId: randomUUID(),
      email: invite.targetEmail,
      firstName,
      isEmailVerified: true,
      createdAt: now(),
    });
    await tenants.addMember(organization.id, user.id, "member");
    const personalApiKey = await addFirstKey(user, invite, ports);
    await invites.delete(organization.id, invite.id);
    return { user, organization, projects, personalApiKey };
  } catch (error) {
    await invites.release(secretHash).catch(() => undefined); // else the claim ends by itself
    throw error;
  }
}

/** Replaces a key that an interrupted attempt has stored: it was not shown. */
async function addFirstKey(
  user: User,
  { id, organizationId }: Invite,
  { keys, tenants, now }: AcceptPorts,
): Promise<string | null> {
  const label = `invite ${id}`;
  const present = await keys.listOfUser(user.id);
  for (const key of present) if (key.label === label) await keys.revoke(key.id);
  if (present.some((key) => key.label !== label)) return null;
  const organizations = await tenants.organizationsOf(user.id);
  if (organizations.some((other) => other.id !== organizationId)) return null;
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

function hashInviteSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
