import type { Millis } from "../../store/ports/common.ts";
import type { Records } from "../../store/ports/records.ts";
import type { Tenants } from "../../store/records/tenants.ts";
import { canGetMail } from "../email.ts";
import { toHtml } from "../invite-email.ts";
import type { EmailContent, Logger, Mailer } from "../mailer.ts";
import { newSignInTokenInSlot, signInUrl } from "./links.ts";
import { removeExpired } from "./refused.ts";

/** Outcomes of a request for a link. Only counters tell them. */
export const LINK_OUTCOMES = ["mailed", "no_member", "too_many", "failed"] as const;
export type LinkOutcome = (typeof LINK_OUTCOMES)[number];

/** Limit on a user's usable links, so that nobody can fill a mailbox. */
const MAX_LINKS = 5;

export interface MailLinkPorts {
  readonly records: Records;
  readonly tenants: Pick<Tenants, "findUserByEmail" | "organizationsOf">;
  readonly mailer: Pick<Mailer, "afterwards" | "send" | "serviceUrl">;
  readonly logger: Logger;
  readonly now: () => Millis;
  readonly onOutcome: (outcome: LinkOutcome) => void;
}

/**
 * Mails a link to a member. What depends on the address happens afterwards: its duration would reveal members.
 * Throws `StoreUnavailable`, with which nothing would be mailed.
 */
export async function mailSignInLink(email: string, ports: MailLinkPorts): Promise<void> {
  const { records, mailer, logger, now, onOutcome } = ports;
  await removeExpired(records, now());
  mailer.afterwards(() =>
    mailIfMember(email, ports).then(onOutcome, (err: unknown) => {
      logger.warn({ err }, "A link for signing in that was asked for could not be made.");
      onOutcome("failed");
    }),
  );
}

async function mailIfMember(email: string, { records, tenants, mailer, now }: MailLinkPorts): Promise<LinkOutcome> {
  const user = await tenants.findUserByEmail(email);
  if (user === null || !canGetMail(user.email)) return "no_member";
  if ((await tenants.organizationsOf(user.id)).length === 0) return "no_member";
  const token = await newSignInTokenInSlot(user.id, MAX_LINKS, now(), records);
  if (token === null) return "too_many";
  const content = renderLinkEmail(signInUrl(mailer.serviceUrl, token), mailer.serviceUrl !== "");
  await mailer.send([{ to: user.email, replyTo: undefined, content }]);
  return "mailed";
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
