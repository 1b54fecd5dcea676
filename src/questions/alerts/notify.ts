import { escapeHtml } from "../../lib/escape-html.ts";
import { postSigned } from "../../lib/signed-webhook.ts";
import { retry } from "../../lib/threads/retry.ts";
import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { NotifyingRecord } from "../../store/records/saved-kinds.ts";
import { canGetMail } from "../../tenants/email.ts";
import { mailContent, type Paragraph } from "../../tenants/mail-content.ts";
import type { Logger, Mailer } from "../../tenants/mailer.ts";

/** The content and recipients of a notification. */
export interface Message {
  readonly projectId: ProjectId;
  /** What it is about, and its id. */
  readonly of: "alert" | "subscription";
  readonly id: string;
  readonly emails: readonly string[];
  /** Gets a signed request; empty for none. */
  readonly url: string;
  readonly secret: string;
  /** Whether the request is one for Slack, as those to its host always are. */
  readonly isForSlack?: boolean;
  readonly title: string;
  readonly says: readonly Paragraph[];
  /** Where the project's pages show what it is about, and what that is. */
  readonly place: string;
  readonly shows: string;
  readonly type: string;
  readonly data: object;
}

export interface Notified {
  readonly targets: number;
  readonly isReached: boolean;
  /** Why a recipient was not reached. */
  readonly error: string | null;
}

/** Notifies recipients, until the signal. */
export type Notify = (message: Message, of: NotifyingRecord, signal: AbortSignal) => Promise<Notified>;

interface NotifyPorts {
  /** Null without a mail server. */
  readonly mailer: Pick<Mailer, "send" | "serviceUrl"> | null;
  /** Whether webhooks may lead to a private network. */
  readonly allowsPrivate: boolean;
  readonly logger: Logger;
}

const WEBHOOK = { maxAttempts: 3, backoff: { initialMs: 1000, maxMs: 4000 } };
const ATTEMPT_MS = 10_000;
const SLACK = "hooks.slack.com";
const NO_SERVER = "This service has no mail server.";
/** A notification that reached no recipient is repeated after this time. */
export const RETRY_MS = 300_000;
export const MAX_ATTEMPTS = 12;

/** Creates the function that sends mails and posts to the webhook. */
export function createNotify({ mailer, allowsPrivate, logger }: NotifyPorts): Notify {
  return async (message, { revision, toldAt }, stopping) => {
    const { projectId, of, id, title, says, place, url, secret, type, data } = message;
    const link = mailer?.serviceUrl && `${mailer.serviceUrl.replace(/\/+$/, "")}/#/projects/${projectId}/${place}`;
    const emails = message.emails.filter(canGetMail);
    const [mailed, failure] = await Promise.all([sendMails(), url === "" ? null : postWebhook()]);
    const targets = (mailer ? emails.length : 0) + (url === "" ? 0 : 1);
    const reached = mailed + (url === "" || failure !== null ? 0 : 1);
    const unmailed = mailer ? `${emails.length - mailed} of ${emails.length} mails could not be sent.` : NO_SERVER;
    return { targets, isReached: reached > 0, error: failure ?? (mailed < emails.length ? unmailed : null) };

    /** Returns how many the mail server accepted. */
    async function sendMails(): Promise<number> {
      let accepted = 0;
      const content = mailContent(title, [...says, ...(link ? [`Look at the ${message.shows}:`, link] : [])]);
      const mails = emails.map((to) => ({ about: id, to, replyTo: undefined, content }));
      await mailer?.send(mails, async () => {
        accepted += 1;
      });
      return accepted;
    }

    /** Returns why it failed, or null. */
    async function postWebhook(): Promise<string | null> {
      const text = mailContent("", [title, ...says, ...(link ? [link] : [])]).text.trim();
      const isForSlack = message.isForSlack || (URL.canParse(url) && new URL(url).hostname === SLACK);
      const sent = isForSlack
        ? { text: text.replace(/[&<>]/g, escapeHtml) }
        : { type, timestamp: new Date().toISOString(), data, text };
      // The same until it reaches a recipient: receivers recognize a repetition.
      const posted = { id: `${of}_${id}_${revision}_${toldAt ?? 0}_${type}`, body: JSON.stringify(sent) };
      const post = async () => {
        const signal = AbortSignal.any([AbortSignal.timeout(ATTEMPT_MS), stopping]);
        await postSigned(new URL(url), posted, { secret, allowsPrivate, signal });
      };
      try {
        await retry(post, { ...WEBHOOK, signal: stopping });
        return null;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        logger.warn({ project: projectId, [of]: id, reason }, "A webhook failed.");
        return `The webhook failed: ${reason}`;
      }
    }
  };
}

/** Returns the record after a notification, or after a check without one. It is due again at `next`, or for a retry. */
export function afterNotifying<R extends NotifyingRecord>(
  found: R,
  { targets, isReached }: Notified,
  next: Millis | null,
  at: Millis,
) {
  const untold = targets > 0 && !isReached && found.untold + 1 < MAX_ATTEMPTS ? found.untold + 1 : 0;
  const dueAt = untold > 0 ? Math.min(next ?? Number.POSITIVE_INFINITY, at + RETRY_MS) : next;
  return { ...found, untold, dueAt, toldAt: isReached ? at : found.toldAt };
}
