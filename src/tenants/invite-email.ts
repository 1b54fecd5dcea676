import { setTimeout as sleep } from "node:timers/promises";
import type { Organization } from "../store/records/tenant-kinds.ts";
import { canGetMail, nameUser } from "./email.ts";
import type { InvitePorts, InviteView } from "./invites.ts";
import { mailContent, oneLine } from "./mail-content.ts";
import type { EmailContent } from "./mailer.ts";

export interface InviteLink {
  /** Address of the service; empty if unknown. */
  readonly serviceUrl: string;
  readonly secret: string;
}

export function renderInviteEmail(invite: InviteView, organization: Organization, link: InviteLink): EmailContent {
  const inviter = nameUser(oneLine(invite.createdBy.firstName), oneLine(invite.createdBy.email));
  const organizationName = oneLine(organization.name);
  const subject = `${inviter} invites you to ${organizationName} on Sightline`;
  const paragraphs = [
    invite.firstName === "" ? "Hello," : `Hello ${oneLine(invite.firstName)},`,
    `${inviter} invites you to the organization ${organizationName} on Sightline, which keeps its product analytics.`,
    ...(invite.message === "" ? [] : [quote(invite.message)]),
    link.serviceUrl === "" ? "To accept, open this path at the address of the service:" : "To accept, open this link:",
    invitePageUrl(link),
    `The link is for you alone: do not forward it. It is valid until ${formatTime(invite.expiresAt)}, and only once.`,
    "If you did not expect this invite, you can ignore it.",
  ];
  return mailContent(subject, paragraphs);
}

export function invitePageUrl({ serviceUrl, secret }: InviteLink): string {
  return `${serviceUrl.replace(/\/+$/, "")}/invites/${secret}`;
}

/** Marks every line as the inviter's: none must pass for one of the service. */
function quote(message: string): string {
  const lines = message.split(/\r\n|[\r\n\u2028\u2029]/u);
  return lines.map((line) => `> ${line}`).join("\n");
}

function formatTime(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

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
    about: invite.id,
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
      await ports.invites.markMailed(organization.id, inviteId, at);
      mailedAt.set(inviteId, at);
    } catch (error) {
      ports.logger.warn({ inviteId, err: error }, "An invite was mailed, but could not be marked as mailed.");
    }
  });
  await Promise.race([sending, sleep(mailer.maxWaitMs, undefined, { ref: false })]);
  return invites.map((invite) => {
    const at = mailedAt.get(invite.id);
    return at === undefined ? invite : { ...invite, emailingAttemptMade: true, updatedAt: at };
  });
}
