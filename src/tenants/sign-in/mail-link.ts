import type { Millis } from "../../store/ports/common.ts";
import type { Records } from "../../store/ports/records.ts";
import type { Tenants } from "../../store/ports/tenants.ts";
import { SIGN_IN_LINKS } from "../../store/records/sign-in-kinds.ts";
import { canGetMail } from "../email.ts";
import { toHtml } from "../invite-email.ts";
import type { EmailContent, Mailer } from "../mailer.ts";
import { newSignInToken, signInUrl } from "./links.ts";

/** Links of a user that can be used at the same time. More are not mailed: nobody can fill a mailbox. */
const MAX_LINKS = 5;

export interface MailLinkPorts {
  readonly records: Records;
  readonly tenants: Pick<Tenants, "findUserByEmail" | "organizationsOf">;
  readonly mailer: Pick<Mailer, "send" | "serviceUrl">;
  readonly now: () => Millis;
}

/** Mails a link for signing in if the address is a member's. Does not wait for the mail, and does not tell. */
export async function mailSignInLink(email: string, { records, tenants, mailer, now }: MailLinkPorts): Promise<void> {
  const user = await tenants.findUserByEmail(email);
  if (user === null || !canGetMail(user.email) || (await tenants.organizationsOf(user.id)).length === 0) return;
  const links = await records.scan(SIGN_IN_LINKS, { where: { userId: user.id } }, { limit: 100 });
  if (links.filter(({ expiresAt }) => expiresAt > now()).length >= MAX_LINKS) return;
  const token = await newSignInToken(user.id, now(), records);
  const content = renderLinkEmail(signInUrl(mailer.serviceUrl, token), mailer.serviceUrl !== "");
  void mailer.send([{ to: user.email, replyTo: undefined, content }]);
}

function renderLinkEmail(link: string, isComplete: boolean): EmailContent {
  const paragraphs = [
    isComplete ? "To sign in to Sightline, open this link:" : "To sign in, open this at the address of Sightline:",
    link,
    "It works once, within ten minutes. Do not forward it.",
    "If you did not ask for it, you can ignore this mail: without the link, nobody can sign in.",
  ];
  return { subject: "Sign in to Sightline", text: `${paragraphs.join("\n\n")}\n`, html: toHtml(paragraphs) };
}
