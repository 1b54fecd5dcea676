import { randomUUID } from "node:crypto";
import { problem, requireFound } from "../lib/problem.ts";
import type { OrganizationId } from "../store/ports/common.ts";
import type { Invite, RecentInvite } from "../store/records/invites.ts";
import type { Organization } from "../store/records/tenant-kinds.ts";
import { newInviteSecret } from "./accept-invite.ts";
import { inviteItem, loggedIn } from "./access-changes.ts";
import { OPERATOR, requireAdmin } from "./authorize.ts";
import { canonicalAddress } from "./email.ts";
import { mailInvites } from "./invite-email.ts";
import { admitInvites, hashAddress, UninvitableAddress } from "./invite-limits.ts";
import { findInvite, type InvitePorts, type InviteView, loadInviteViews } from "./invites.ts";
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
  const addresses = newInvites.map(({ targetEmail }) => targetEmail);
  await admit(organization.id, addresses, ports);
  const secrets = new Map<string, string>();
  const invites = newInvites.map((newInvite) => {
    const { secret, secretHash } = newInviteSecret();
    const invite = { ...toInvite(newInvite, caller, organization.id, ports), secretHash };
    secrets.set(invite.id, secret);
    return invite;
  });
  const changes = invites.map((invite) => [null, inviteItem(invite)] as const);
  const projects = await ports.tenants.projectsOf(organization.id);
  await loggedIn(projects, caller, changes, ports, () => ports.invites.insert(invites));
  return mailInvites(await loadInviteViews(invites, ports), secrets, organization, ports);
}

/** Counts invites to these addresses. Throws as `admitInvites` does. */
async function admit(organizationId: OrganizationId, addresses: readonly string[], ports: InvitePorts): Promise<void> {
  const hashes = addresses.map((address) => hashAddress(organizationId, address));
  const add = (recent: readonly RecentInvite[]) => admitInvites(recent, hashes, ports.now(), ports.limits);
  await ports.invites.changeRecent(organizationId, add);
}

function rejectDuplicates(newInvites: readonly NewInvite[]): void {
  const addresses = newInvites.map(({ targetEmail }) => canonicalAddress(targetEmail));
  const index = addresses.findIndex((address, index) => addresses.indexOf(address) < index);
  if (index !== -1) throw new UninvitableAddress(index, "This address is in the list twice.");
}

/** Throws `UninvitableAddress` if an address is a member's. */
async function rejectMembers(
  organizationId: OrganizationId,
  newInvites: readonly Pick<NewInvite, "targetEmail">[],
  { tenants }: InvitePorts,
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
  { now, expirySeconds }: InvitePorts,
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

/**
 * Mails a new link, counted as an invite, and invalidates the earlier one. The link is in the mail only: a caller who
 * saw it could accept as the invited person. Throws `not_found`, `throttled`, and
 * `UninvitableAddress` for a member's address and for an invite that got a link just now.
 */
export async function resendInvite(
  caller: Caller,
  organization: Organization,
  inviteId: string,
  ports: InvitePorts,
): Promise<InviteView> {
  const invite = await findInvite(organization.id, inviteId, ports.invites);
  await rejectMembers(organization.id, [invite], ports);
  await admit(organization.id, [invite.id], ports); // the address itself may have been invited just now
  const renewed = await renewInvite(caller, invite, ports);
  const views = await loadInviteViews([renewed.invite], ports);
  const [view] = await mailInvites(views, new Map([[invite.id, renewed.secret]]), organization, ports);
  if (view === undefined) throw new Error("mailInvites returned no invite for one");
  return view;
}

/** Renews an invite's secret and validity. Throws `not_found` if the organization has no such invite. */
async function renewInvite(caller: Caller, known: Invite, ports: InvitePorts) {
  const { invites, tenants, now, expirySeconds } = ports;
  const { secret, secretHash } = newInviteSecret();
  const updatedAt = now();
  const expiresAt = updatedAt + expirySeconds * 1000;
  const renewal = { secretHash, updatedAt, expiresAt };
  const change = [inviteItem(known), inviteItem({ ...known, ...renewal })] as const;
  const renew = () => invites.renew(known.organizationId, known.id, renewal);
  const projects = await tenants.projectsOf(known.organizationId);
  const invite = requireFound(await loggedIn(projects, caller, [change], ports, renew));
  return { invite, secret };
}

/**
 * Makes a new link, which the inviter passes on, and invalidates the earlier one. Who has it can accept as the invited
 * person, so the service must have no other organization, and no mailer that could reach the person alone.
 * Throws `not_found`, also for a member's address, and `permission_denied`.
 */
export async function linkInvite(caller: Caller, organization: Organization, inviteId: string, ports: InvitePorts) {
  const { tenants, invites, mailer } = ports;
  const invite = await findInvite(organization.id, inviteId, invites);
  await requireAdmin(caller, organization.id, tenants, "Only owners and admins make links of invites.");
  const denied = (detail: string) => problem("permission_denied", { detail });
  const isOperator = caller.userId === OPERATOR;
  if (mailer !== null && !isOperator) throw denied("This service mails the links of invites: send the invite again.");
  if (!isOperator && (await tenants.listOrganizations()).length > 1) {
    throw denied("The operator of this service prints links of invites: `sightline invites link`.");
  }
  if (await tenants.hasMemberWithEmail(organization.id, invite.targetEmail)) {
    throw problem("not_found", { detail: "The invited person is a member already." });
  }
  return renewInvite(caller, invite, ports);
}
