import type { Organization } from "../store/ports/tenants.ts";
import { canGetMail } from "./email.ts";
import { renderInviteEmail } from "./invite-email.ts";
import type { InvitePorts, InviteView } from "./invites.ts";
import type { Mailer } from "./mailer.ts";

/**
 * Mails invites with `secrets` by id, and updates `emailingAttemptMade`. Waits some seconds; sending then continues.
 * Logs failures and never rejects.
 */
export async function mailInvites(
  invites: readonly InviteView[],
  secrets: ReadonlyMap<string, string>,
  organization: Organization,
  { mailer, ...ports }: InvitePorts,
): Promise<InviteView[]> {
  if (mailer === null) return [...invites];
  const emails = invites.map((invite) => ({
    inviteId: invite.id,
    to: invite.targetEmail,
    replyTo: canGetMail(invite.createdBy.email) ? invite.createdBy.email : undefined,
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

async function waitForSending(sending: Promise<void>, { maxWaitMs }: Mailer): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, maxWaitMs);
  });
  await Promise.race([sending, timeout]);
  clearTimeout(timer);
}
