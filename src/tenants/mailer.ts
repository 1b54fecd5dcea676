import { setImmediate as nextTurn } from "node:timers/promises";
import { createTransport } from "nodemailer";

/** Reports failures that do not stop a request. A pino logger fits. */
export interface Logger {
  warn(fields: object, message: string): void;
}

export interface EmailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Email {
  /** The id of the invite or alert that the mail is about, if it is about one. */
  readonly about?: string;
  readonly to: string;
  /** Undefined if mail cannot reach the inviter. */
  readonly replyTo: string | undefined;
  readonly content: EmailContent;
}

export interface MailerOptions {
  /** Address of the mail server, such as `smtp://user:password@mail.example.com:587`. */
  readonly smtpUrl: string;
  readonly from: string;
  /** Address of the service, shown in mails; empty if unknown. */
  readonly serviceUrl: string;
  readonly logger: Logger;
  readonly onFailure: () => void;
  /** Milliseconds that a request waits for its mails. */
  readonly maxWaitMs?: number;
  /** Timeout of one step of the SMTP dialogue, in milliseconds. */
  readonly stepTimeoutMs?: number;
  /** Timeout for all mails of a request, in milliseconds. */
  readonly attemptTimeoutMs?: number;
}

/** Connections per request. */
const MAX_CONNECTIONS = 2;
const MAX_REASON_CHARACTERS = 300;

export type Mailer = ReturnType<typeof newMailer>;

/** Makes a mailer, which opens no connection yet. Throws if `smtpUrl` is invalid. */
export function newMailer(options: MailerOptions) {
  const { smtpUrl, from, serviceUrl, logger, onFailure } = options;
  const { maxWaitMs = 3000, stepTimeoutMs = 10_000, attemptTimeoutMs = 30_000 } = options;
  const pending = new Set<Promise<unknown>>();
  const closing = new AbortController();
  // Reports an invalid address when the service starts, not with the first invite.
  openTransport(smtpUrl, stepTimeoutMs).close();

  const track = (work: Promise<void>): Promise<void> => {
    const tracked = work.finally(() => pending.delete(tracked));
    pending.add(tracked);
    return tracked;
  };
  const sendAll = async (emails: readonly Email[], onAccepted?: (about: string) => Promise<void>) => {
    const transport = openTransport(smtpUrl, stepTimeoutMs);
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), attemptTimeoutMs);
    const signal = AbortSignal.any([timeout.signal, closing.signal]);
    const attempts = emails.map(async ({ about, to, replyTo, content }) => {
      try {
        await transport.sendMail({ from, to: { name: "", address: to }, replyTo, signal, ...content });
        if (about !== undefined) await onAccepted?.(about);
      } catch (error) {
        onFailure();
        logger.warn({ about, ...errorFields(error) }, "A mail could not be sent.");
      }
    });
    await Promise.all(attempts);
    clearTimeout(timer);
    transport.close();
  };
  return {
    serviceUrl,
    maxWaitMs,

    /** Tries each mail once, and calls `onAccepted` if the server accepts it. Logs failures and never rejects. */
    send: (emails: readonly Email[], onAccepted?: (about: string) => Promise<void>): Promise<void> =>
      track(sendAll(emails, onAccepted)),

    /** Runs work that leads to mails after the present request. `close` waits for it too. */
    afterwards: (work: () => Promise<void>): void => void track(nextTurn().then(work)),

    /** Waits up to `graceMs` for pending attempts, then aborts them. Nothing is sent afterwards. */
    async close(graceMs = 5000): Promise<void> {
      const timer = setTimeout(() => closing.abort(), graceMs);
      while (pending.size > 0) await Promise.all(pending);
      clearTimeout(timer);
      closing.abort();
    },
  };
}

function openTransport(smtpUrl: string, stepTimeoutMs: number) {
  return createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    maxRequeues: 0,
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
    dnsTimeout: stepTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function errorFields(error: unknown): object {
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message?: string };
  return { code, responseCode, reason: String(message).slice(0, MAX_REASON_CHARACTERS) };
}
