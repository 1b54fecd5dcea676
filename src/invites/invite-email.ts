import type { Organization } from "../storage/ports/tenants.ts";
import type { InviteView } from "./invite-view.ts";

/** What an invite's mail says. */
export interface EmailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const MAX_NAME_CHARACTERS = 100;

/** The mail for an invite. `serviceUrl` may be empty; then the mail says nothing of where the service is. */
export function renderInviteEmail(invite: InviteView, organization: Organization, serviceUrl: string): EmailContent {
  const inviter = inviterName(invite);
  const place = oneLine(organization.name);
  const subject = `${inviter} invites you to ${place} on Sightline`;
  const paragraphs = [
    invite.firstName === "" ? "Hello," : `Hello ${oneLine(invite.firstName)},`,
    `${inviter} invites you to the organization ${place} on Sightline, which keeps its product analytics.`,
    ...(invite.message === "" ? [] : [quoted(invite.message)]),
    ...(serviceUrl === "" ? [] : [`You find the service at ${serviceUrl}`]),
    `Answer this mail to accept: ${oneLine(invite.createdBy.email)} then gives you a key of your own. The invite is valid until ${formatTime(invite.expiresAt)}.`,
    "If you do not know what this is about, do nothing, and nothing happens.",
  ];
  return { subject, text: `${paragraphs.join("\n\n")}\n`, html: toHtml(paragraphs) };
}

function inviterName({ createdBy }: InviteView): string {
  const name = oneLine(createdBy.firstName);
  return name === "" ? oneLine(createdBy.email) : `${name} (${oneLine(createdBy.email)})`;
}

/** Line breaks and control characters become spaces: what goes into a header must not end it. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return [...line].slice(0, MAX_NAME_CHARACTERS).join("");
}

/** The inviter's words, marked as such in every line, so that none of them passes for ours. */
function quoted(message: string): string {
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
