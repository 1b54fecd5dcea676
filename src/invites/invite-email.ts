import type { Organization } from "../storage/ports/tenants.ts";
import type { InviteView } from "./invites.ts";

/** Subject and body of a mail. */
export interface EmailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const MAX_NAME_CHARACTERS = 100;

/** Returns the mail for an invite. It omits the service's address if `serviceUrl` is empty. */
export function renderInviteEmail(invite: InviteView, organization: Organization, serviceUrl: string): EmailContent {
  const inviter = inviterName(invite);
  const organizationName = oneLine(organization.name);
  const subject = `${inviter} invites you to ${organizationName} on Sightline`;
  const paragraphs = [
    invite.firstName === "" ? "Hello," : `Hello ${oneLine(invite.firstName)},`,
    `${inviter} invites you to the organization ${organizationName} on Sightline, which keeps its product analytics.`,
    ...(invite.message === "" ? [] : [quote(invite.message)]),
    ...(serviceUrl === "" ? [] : [`The service is at ${serviceUrl}`]),
    `Reply to this mail to accept: ${oneLine(invite.createdBy.email)} will then send you a key of your own. ` +
      `The invite is valid until ${formatTime(invite.expiresAt)}.`,
    "If you did not expect this invite, you can ignore it.",
  ];
  return { subject, text: `${paragraphs.join("\n\n")}\n`, html: toHtml(paragraphs) };
}

function inviterName({ createdBy }: InviteView): string {
  const name = oneLine(createdBy.firstName);
  return name === "" ? oneLine(createdBy.email) : `${name} (${oneLine(createdBy.email)})`;
}

/** Replaces line breaks and control characters by spaces, so that the text cannot end a mail header. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return [...line].slice(0, MAX_NAME_CHARACTERS).join("");
}

/** Marks every line as the inviter's, so that no line can pass for one of the service. */
function quote(message: string): string {
  const lines = message.split(/\r\n|[\r\n\u2028\u2029]/u);
  return lines.map((line) => `> ${line}`).join("\n");
}

function formatTime(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function toHtml(paragraphs: readonly string[]): string {
  const body = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll("\n", "<br>\n")}</p>`);
  return `<!doctype html>\n<html lang="en">\n<body>\n${body.join("\n")}\n</body>\n</html>\n`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
