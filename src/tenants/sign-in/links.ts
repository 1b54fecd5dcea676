import type { Millis, UserId } from "../../store/ports/common.ts";
import { type Records, UniqueKeyTaken } from "../../store/ports/records.ts";
import type { StorePorts } from "../../store/ports/stores.ts";
import { SIGN_IN_LINKS, type SignInLink } from "../../store/records/sign-in-kinds.ts";
import type { User } from "../../store/records/tenant-kinds.ts";
import type { Tenants } from "../../store/records/tenants.ts";
import type { LogPorts } from "../access-changes.ts";
import { newSecret } from "../api-keys.ts";
import { canGetMail } from "../email.ts";
import { hashSecret } from "../keyring.ts";
import { mailContent } from "../mail-content.ts";
import type { EmailContent, Logger, Mailer } from "../mailer.ts";
import { removeExpired } from "./refused.ts";

const TOKEN_PREFIX = "sit_";
export const LINK_MS = 10 * 60_000;

/** Returns the token of a new link with which the user signs in, once, within ten minutes. Only its hash is stored. */
export async function newSignInToken(userId: UserId, now: Millis, records: Records): Promise<string> {
  await removeExpired(records, now);
  return insertLink({ userId }, now, records);
}

/**
 * Returns the token of one of `slots` concurrent links; null if all are in use, or expired and not removed yet.
 * Each slot is a unique key: concurrent calls, also on other nodes, take different ones.
 */
async function newSignInTokenInSlot(userId: UserId, slots: number, now: Millis, records: Records) {
  for (let slot = 0; slot < slots; slot++) {
    try {
      return await insertLink({ userId, slot }, now, records);
    } catch (error) {
      if (!(error instanceof UniqueKeyTaken)) throw error;
    }
  }
  return null;
}

async function insertLink(owner: Pick<SignInLink, "userId" | "slot">, now: Millis, records: Records): Promise<string> {
  const token = newSecret(TOKEN_PREFIX);
  const link = { hash: hashSecret(token), ...owner, createdAt: now, expiresAt: now + LINK_MS };
  await records.insert(SIGN_IN_LINKS, link);
  return token;
}

/** Uses the token up and returns its user; null if it is wrong, expired or used. Of concurrent calls, one succeeds. */
export async function redeemSignInToken(token: string, now: Millis, records: Records): Promise<UserId | null> {
  const link = await records.find(SIGN_IN_LINKS, { hash: hashSecret(token) });
  if (link === null || !(await records.delete(SIGN_IN_LINKS, link))) return null;
  return link.expiresAt > now ? link.userId : null;
}

/** Returns the token's user and leaves it usable; null if it is wrong, expired or used. */
export async function showSignInToken(
  token: string,
  now: Millis,
  { records, tenants }: Pick<StorePorts, "records" | "tenants">,
): Promise<User | null> {
  const link = await records.find(SIGN_IN_LINKS, { hash: hashSecret(token) });
  if (link === null || link.expiresAt <= now) return null;
  const [user] = await tenants.findUsers([link.userId]);
  return user ?? null;
}

/** Returns the address at which the console exchanges the token. The token is in no request, so in no log. */
export function signInUrl(serviceUrl: string, token: string): string {
  return `${serviceUrl.replace(/\/+$/, "")}/#/sign-in/${token}`;
}

/** Outcomes of a request for a link. Only counters tell them. */
export const LINK_OUTCOMES = ["mailed", "no_member", "too_many", "failed"] as const;
export type LinkOutcome = (typeof LINK_OUTCOMES)[number];

/** Limit on a user's usable links, so that nobody can fill a mailbox. */
const MAX_LINKS = 5;

interface MailLinkPorts extends LogPorts {
  readonly tenants: Pick<Tenants, "findUserByEmail" | "organizationsOf">;
  readonly mailer: Pick<Mailer, "afterwards" | "send" | "serviceUrl">;
  readonly logger: Logger;
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
  return mailContent("Sign in to Sightline", paragraphs);
}
