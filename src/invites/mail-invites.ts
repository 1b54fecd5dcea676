import type { Organization } from "../storage/ports/tenants.ts";
import { renderInviteEmail } from "./invite-email.ts";
import type { InviteMailer } from "./invite-mailer.ts";
import type { InvitePorts } from "./invite-ports.ts";
import type { InviteView } from "./invite-view.ts";

/**
 * Mails the stored invites, and gives them as they are then. A server that is slow is waited for a few seconds and goes on in the
 * background; one that fails is logged. Never rejects.
 */
export async function mailInvites(
  invites: readonly InviteView[],
  organization: Organization,
  { mailer, ...ports }: InvitePorts,
): Promise<InviteView[]> {
  if (mailer === null) return [...invites];
  const letters = invites.map((invite) => ({
    inviteId: invite.id,
    to: invite.targetEmail,
    replyTo: invite.createdBy.email,
    content: renderInviteEmail(invite, organization, mailer.serviceUrl),
  }));
  const mailedAt = new Map<string, number>();
  const sending = mailer.send(letters, async (inviteId) => {
    const at = ports.now();
    try {
      await ports.invites.markMailed(organization.id, [inviteId], at);
      mailedAt.set(inviteId, at);
    } catch (error) {
      ports.logger.warn({ inviteId, err: error }, "An invite was mailed, and this could not be noted.");
    }
  });
  await waitForSending(mailer, sending);
  return invites.map((invite) => {
    const at = mailedAt.get(invite.id);
    return at === undefined ? invite : { ...invite, emailingAttemptMade: true, updatedAt: at };
  });
}

async function waitForSending({ maxWaitMs: patienceMillis }: InviteMailer, sending: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMillis);
  });
  await Promise.race([sending, patience]);
  clearTimeout(timer);
}
