import { randomUUID } from "node:crypto";
import type { Caller } from "../access/authenticate.ts";
import { authorizeOrganization, requireWriteAccess } from "../access/authorize.ts";
import { problem } from "../problem.ts";
import type { Millis, OrganizationId } from "../storage/ports/common.ts";
import type { Invite } from "../storage/ports/invites.ts";
import type { InvitePorts } from "./invite-ports.ts";
import { type InviteView, loadInviteViews } from "./invite-view.ts";
import { mailInvites } from "./mail-invites.ts";

/** Whom to invite. The contract has checked the form. */
export interface NewInvite {
  readonly targetEmail: string;
  readonly firstName?: string | undefined;
  readonly message?: string | undefined;
}

/**
 * Stores an invite for each of `wanted`, all or none, then mails them. `attrOf` names the address of one of them in a refusal.
 * Throws `not_found`, `permission_denied`, and `invalid_input` for an address that cannot be invited.
 */
export async function issueInvites(
  caller: Caller,
  organizationId: string,
  wanted: readonly NewInvite[],
  attrOf: (index: number) => string,
  ports: InvitePorts,
): Promise<InviteView[]> {
  const organization = await authorizeOrganization(caller, organizationId, ports.tenants);
  requireWriteAccess(caller);
  rejectDuplicates(wanted, attrOf);
  await rejectMembers(organization.id, wanted, attrOf, ports);
  const stored = wanted.map((one) => newInvite(caller, organization.id, one, ports));
  await ports.invites.insert(stored);
  const views = await loadInviteViews(stored, ports);
  return mailInvites(views, organization, ports);
}

function newInvite(
  caller: Caller,
  organizationId: OrganizationId,
  { targetEmail, firstName = "", message = "" }: NewInvite,
  { now, expirySeconds }: { now: () => Millis; expirySeconds: number },
): Invite {
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

function rejectDuplicates(wanted: readonly NewInvite[], attrOf: (index: number) => string): void {
  const addresses = wanted.map(({ targetEmail }) => targetEmail.toLowerCase());
  const repeated = addresses.findIndex((address, index) => addresses.indexOf(address) < index);
  if (repeated === -1) return;
  throw problem("invalid_input", { attr: attrOf(repeated), detail: "This address is in the list twice." });
}

async function rejectMembers(
  organizationId: OrganizationId,
  wanted: readonly NewInvite[],
  attrOf: (index: number) => string,
  { tenants }: Pick<InvitePorts, "tenants">,
): Promise<void> {
  const known = await Promise.all(
    wanted.map(({ targetEmail }) => tenants.hasMemberWithEmail(organizationId, targetEmail)),
  );
  const member = known.indexOf(true);
  if (member === -1) return;
  throw problem("invalid_input", {
    attr: attrOf(member),
    detail: "A user with this address is a member of the organization already.",
  });
}
