import { randomUUID } from "node:crypto";
import { authorizeOrganization, requireWriteAccess } from "../access/authorize.ts";
import type { Caller } from "../access/keyring.ts";
import type { OrganizationId } from "../storage/ports/common.ts";
import type { Invite } from "../storage/ports/invites.ts";
import type { Organization } from "../storage/ports/tenants.ts";
import { newInviteSecret } from "./accept-invite.ts";
import { renderInviteEmail } from "./invite-email.ts";
import { admitInvites, hashAddress } from "./invite-limits.ts";
import type { InviteMailer } from "./invite-mailer.ts";
import { type InvitePorts, type InviteView, loadInviteViews } from "./invites.ts";
import { UninvitableAddress } from "./uninvitable-address.ts";

/** The person to invite. The contract has validated the format and the length of every field. */
export interface NewInvite {
  readonly targetEmail: string;
  readonly firstName?: string | undefined;
  readonly message?: string | undefined;
}

/**
 * Stores and mails the invites. They are stored together: if one is refused, none is stored.
 * Throws `not_found`, `permission_denied`, `throttled` and `max_length` for too many invites, and `UninvitableAddress`
 * for an address that is a member's, is repeated or was invited just now.
 */
export async function createInvites(
  caller: Caller,
  organizationId: string,
  newInvites: readonly NewInvite[],
  ports: InvitePorts,
): Promise<InviteView[]> {
  const organization = await authorizeOrganization(caller, organizationId, ports.tenants);
  requireWriteAccess(caller);
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
  const addresses = newInvites.map(({ targetEmail }) => targetEmail.toLowerCase());
  const index = addresses.findIndex((address, index) => addresses.indexOf(address) < index);
  if (index !== -1) throw new UninvitableAddress(index, "This address is in the list twice.");
}

async function rejectMembers(
  organizationId: OrganizationId,
  newInvites: readonly NewInvite[],
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
  { targetEmail, firstName = "", message = "" }: NewInvite,
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
    emailingAttemptMade: false,
    createdBy: caller.userId,
    createdAt,
    updatedAt: createdAt,
    expiresAt: createdAt + expirySeconds * 1000,
  };
}

/**
 * Mails the invites and returns them with `emailingAttemptMade` up to date. Waits a few seconds for a slow mail server;
 * sending then continues in the background. Logs failures and never rejects.
 */
async function mailInvites(
  invites: readonly InviteView[],
  secrets: ReadonlyMap<string, string>,
  organization: Organization,
  { mailer, ...ports }: InvitePorts,
): Promise<InviteView[]> {
  if (mailer === null) return [...invites];
  const emails = invites.map((invite) => ({
    inviteId: invite.id,
    to: invite.targetEmail,
    replyTo: invite.createdBy.email.endsWith(".invalid") ? undefined : invite.createdBy.email,
    content: renderInviteEmail(invite, organization, {
      serviceUrl: mailer.serviceUrl,
      secret: secrets.get(invite.id) ?? "",
    }),
  }));
  const mailedAt = new Map<string, number>();
  const sending = mailer.send(emails, async (inviteId) => {
    const at = ports.now();
    try {
      await ports.invites.markMailed(organization.id, [inviteId], at);
      mailedAt.set(inviteId, at);
    } catch (error) {
      ports.logger.warn({ inviteId, err: error }, "An invite was mailed, but could not be marked as mailed.");
    }
  });
  await waitForSending(sending, mailer);
  return invites.map((invite) => {
    const at = mailedAt.get(invite.id);
    return at === undefined ? invite : { ...invite, emailingAttemptMade: true, updatedAt: at };
  });
}

async function waitForSending(sending: Promise<void>, { maxWaitMs }: InviteMailer): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, maxWaitMs);
  });
  await Promise.race([sending, timeout]);
  clearTimeout(timer);
}
