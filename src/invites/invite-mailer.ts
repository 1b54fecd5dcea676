import { createTransport } from "nodemailer";
import type { EmailContent } from "./invite-email.ts";
import type { Logger } from "./logger.ts";

/** A letter, the invite that it is for, whom it goes to, and who is answered. */
export interface InviteEmail {
  readonly inviteId: string;
  readonly to: string;
  readonly replyTo: string;
  readonly content: EmailContent;
}

export interface MailerOptions {
  /** The mail server, such as `smtp://user:password@mail.example.com:587`. */
  readonly smtpUrl: string;
  readonly from: string;
  /** The address of the service, for the letters; empty where it is not known. */
  readonly serviceUrl: string;
  readonly logger: Logger;
  /** How long a request waits for its letters to go, in milliseconds. */
  readonly maxWaitMs?: number;
  /** How long the server may take for one step, and for all letters of a request, in milliseconds. */
  readonly stepTimeoutMs?: number;
  readonly attemptTimeoutMs?: number;
}

/** How many connections one request's letters may use. */
const MAX_CONNECTIONS = 2;
const MAX_REASON_CHARACTERS = 300;

/** Hands letters to a mail server. */
export class InviteMailer {
  readonly serviceUrl: string;
  readonly maxWaitMs: number;
  readonly #options: Required<MailerOptions>;
  readonly #pending = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();

  /** Connects to nothing. Throws where the server's address cannot be used. */
  constructor(options: MailerOptions) {
    this.#options = { maxWaitMs: 3000, stepTimeoutMs: 10_000, attemptTimeoutMs: 30_000, ...options };
    this.serviceUrl = this.#options.serviceUrl;
    this.maxWaitMs = this.#options.maxWaitMs;
    // An address that cannot be used is to show at the start, not with the first invite.
    openTransport(this.#options).close();
  }

  /**
   * Tries each letter once, and calls `taken` for each that the server took. Resolves when all attempts are over; never rejects: what
   * fails is logged.
   */
  send(letters: readonly InviteEmail[], taken: (inviteId: string) => Promise<void>): Promise<void> {
    const sending = this.#sendAll(letters, taken).finally(() => this.#pending.delete(sending));
    this.#pending.add(sending);
    return sending;
  }

  /** Waits for the attempts under way, at most so many milliseconds; then gives them up. Nothing is sent after it. */
  async close(graceMillis = 5000): Promise<void> {
    const timer = setTimeout(() => this.#closing.abort(), graceMillis);
    await Promise.all(this.#pending);
    clearTimeout(timer);
    this.#closing.abort();
  }

  async #sendAll(letters: readonly InviteEmail[], taken: (inviteId: string) => Promise<void>): Promise<void> {
    const transport = openTransport(this.#options);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), this.#options.attemptTimeoutMs);
    const signal = AbortSignal.any([late.signal, this.#closing.signal]);
    const attempts = letters.map(async ({ inviteId, to, replyTo, content: letter }) => {
      try {
        const { from } = this.#options;
        await transport.sendMail({ from, to: { name: "", address: to }, replyTo, signal, ...letter });
        await taken(inviteId);
      } catch (error) {
        this.#options.logger.warn({ inviteId, ...errorFields(error) }, "The mail of an invite was not sent.");
      }
    });
    await Promise.all(attempts);
    clearTimeout(timer);
    transport.close();
  }
}

function openTransport({ smtpUrl, stepTimeoutMs: stepMillis }: Required<MailerOptions>) {
  return createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    maxRequeues: 0,
    connectionTimeout: stepMillis,
    greetingTimeout: stepMillis,
    socketTimeout: stepMillis,
    dnsTimeout: stepMillis,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function errorFields(error: unknown): object {
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message?: string };
  return { code, responseCode, reason: String(message).slice(0, MAX_REASON_CHARACTERS) };
}
