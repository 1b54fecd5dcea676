import { randomUUID } from "node:crypto";
import type { OrganizationId } from "../store/ports/common.ts";
import type { Invite } from "../store/records/invites.ts";
import type { Organization } from "../store/records/tenant-kinds.ts";
import { newInviteSecret } from "./accept-invite.ts";
import { requireAdmin } from "./authorize.ts";
import { canonicalAddress } from "./email.ts";
import { mailInvites } from "./invite-email.ts";
import { admitInvites, hashAddress, UninvitableAddress } from "./invite-limits.ts";
import { type InvitePorts, type InviteView, loadInviteViews } from "./invites.ts";
import type { Caller } from "./keyring.ts";

/** The contract has validated the format and the length of every field. */
export interface NewInvite {
  readonly targetEmail: string;
  readonly firstName?: string | undefined;
  readonly message?: string | undefined;
  readonly level?: Invite["level"] | undefined;
}

/**
 * Stores and mails all invites or none. Throws `permission_denied`, `throttled`, `max_length`, and
 * `UninvitableAddress` for an address that is a member's, is repeated or was invited just now.
 */
export async function createInvites(
  caller: Caller,
  organization: Organization,
  newInvites: readonly NewInvite[],
  ports: InvitePorts,
): Promise<InviteView[]> {
  if (newInvites.some(({ level }) => level === "admin")) {
    await requireAdmin(caller, organization.id, ports.tenants, "Only owners and admins invite admins.");
  }
  rejectDuplicates(newInvites);
  await rejectMembers(organization.id, newInvites, ports);
  const addresses = newInvites.map(({ targetEmail }) => hashAddress(organization.id, targetEmail));
  await ports.invites.changeRecent(organization.id, (recent) =>
    admitInvites(recent, addresses, ports.now(), ports.limits),
  );
  const secrets = new Map<string, string>();
  const invites = newInvites.map((newInvite) => {
    const { secret, secretHash } = newInviteSecret();
    const invite = { ...toInvite(newInvite, caller, organization.id, ports), secretHash };
    secrets.set(invite.id, secret);
    return invite;
  });
  await ports.invites.insert(invites);
  return mailInvites(await loadInviteViews(invites, ports), secrets, organization, ports);
}

function rejectDuplicates(newInvites: readonly NewInvite[]): void {
  const addresses = newInvites.map(({ targetEmail }) => canonicalAddress(targetEmail));
  const index = addresses.findIndex((address, index) => addresses.indexOf(address) < index);
  if (index !== -1) throw new UninvitableAddress(index, "This address is in the list twice.");
}

/** Throws `UninvitableAddress` if an address is a member's. */
export async function rejectMembers(
  organizationId: OrganizationId,
  newInvites: readonly Pick<NewInvite, "targetEmail">[],
  { tenants }: Pick<InvitePorts, "tenants">,
): Promise<void> {
  const areMembers = await Promise.all(
    newInvites.map(({ targetEmail }) => tenants.hasMemberWithEmail(organizationId, targetEmail)),
  );
  const index = areMembers.indexOf(true);
  if (index === -1) return;
  throw new UninvitableAddress(index, "A user with this address is already a member of the organization.");
}

function toInvite(
  { targetEmail, firstName = "", message = "", level = "member" }: NewInvite,
  caller: Caller,
  organizationId: OrganizationId,
  { now, expirySeconds }: Pick<InvitePorts, "now" | "expirySeconds">,
): Omit<Invite, "secretHash"> {
  const createdAt = now();
  return {
    id: randomUUID(),
    organizationId,
    targetEmail,
    firstName,
    message,
    level,
    emailingAttemptMade: false,
    createdBy: caller.userId,
    createdAt,
    updatedAt: createdAt,
    expiresAt: createdAt + expirySeconds * 1000,
  };
}
