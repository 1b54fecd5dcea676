import { setTimeout as sleep } from "node:timers/promises";
import { parseJsonText } from "../../lib/json/parse-json-text.ts";
import { postSigned } from "../../lib/signed-webhook.ts";
import { type Backoff, retry } from "../../lib/threads/retry.ts";
import { readStoredFlag } from "../define/flag-definition.ts";
import type { FlagChange } from "./edit-flags.ts";

/** A pino logger fits. */
interface WebhookLogger {
  warn(fields: object, message: string): void;
}

export interface WebhookOptions {
  readonly url: string;
  readonly secret: string;
  readonly allowsPrivate: boolean;
  readonly logger: WebhookLogger;
  readonly onFailure: () => void;
  readonly backoff?: Backoff;
}

const MAX_WAITING = 1000;
const MAX_WAITING_CHARACTERS = 8 * 1024 * 1024;
const MAX_ATTEMPTS = 6;
const ATTEMPT_TIMEOUT_MS = 10_000;
/** Six attempts in about half a minute. */
const BACKOFF: Backoff = { initialMs: 1000, maxMs: 16_000 };

/** What waits to be sent: an abbreviated change, of up to some 100 KB. */
interface Announcement extends Pick<FlagChange, "projectId">, Pick<FlagChange["flag"], "key" | "version"> {
  readonly id: string;
  readonly body: string;
}

/** Announces changes in order, signed as Standard Webhooks specifies. What waits is kept in memory only. */
export class FlagWebhook {
  readonly #options: Required<WebhookOptions>;
  readonly #url: URL;
  readonly #waiting: Announcement[] = [];
  #waitingCharacters = 0;
  readonly #closing = new AbortController();
  #sending: Promise<void> | null = null;

  constructor(options: WebhookOptions) {
    this.#options = { backoff: BACKOFF, ...options };
    this.#url = new URL(options.url);
  }

  /** Queues what is said about the change, not the flag; drops it if 1,000 or 8 MiB wait already. */
  announce(change: FlagChange): void {
    const { projectId, flag } = change;
    const body = JSON.stringify(messageOf(change));
    const announcement = { id: idOf(change), body, projectId, key: flag.key, version: flag.version };
    const characters = this.#waitingCharacters + body.length;
    if (this.#waiting.length < MAX_WAITING && characters <= MAX_WAITING_CHARACTERS) {
      this.#waiting.push(announcement);
      this.#waitingCharacters = characters;
    } else this.#reportFailure(announcement, `${this.#waiting.length} changes wait already`);
    this.#sending ??= this.#sendAll();
  }

  /** Sends what waits, for up to `graceMs`, and drops the rest. */
  async close(graceMs: number): Promise<void> {
    const timeUp = new AbortController();
    const timeout = sleep(graceMs, undefined, { signal: timeUp.signal }).catch(() => undefined);
    await Promise.race([this.#sending, timeout]);
    timeUp.abort();
    this.#closing.abort();
    await this.#sending;
  }

  async #sendAll(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      this.#waitingCharacters -= next.body.length;
      await this.#send(next);
    }
    this.#sending = null; // in the same turn, so that no change is left behind
  }

  /** Logs failures and never rejects. */
  async #send(change: Announcement): Promise<void> {
    const { signal } = this.#closing;
    const { backoff } = this.#options;
    try {
      signal.throwIfAborted();
      await retry(() => this.#attempt(change), { backoff, maxAttempts: MAX_ATTEMPTS, signal });
    } catch (error) {
      this.#reportFailure(change, error instanceof Error ? error.message : String(error));
    }
  }

  async #attempt({ id, body }: Announcement): Promise<void> {
    const { secret, allowsPrivate } = this.#options;
    const signal = AbortSignal.any([AbortSignal.timeout(ATTEMPT_TIMEOUT_MS), this.#closing.signal]);
    await postSigned(this.#url, { id, body }, { secret, allowsPrivate, signal });
  }

  #reportFailure({ projectId, key, version }: Announcement, reason: string): void {
    this.#options.onFailure();
    this.#options.logger.warn(
      { project: projectId, flag: key, version, reason },
      "A change of a flag was not announced.",
    );
  }
}

interface WebhookSettings {
  readonly FLAG_WEBHOOK_URL: string;
  readonly FLAG_WEBHOOK_SECRET: string;
  readonly FLAG_WEBHOOK_ALLOW_PRIVATE: boolean;
}

/** Returns the webhook of these settings; null if none is set. */
export function newFlagWebhook(
  { FLAG_WEBHOOK_URL: url, FLAG_WEBHOOK_SECRET: secret, FLAG_WEBHOOK_ALLOW_PRIVATE: allowsPrivate }: WebhookSettings,
  logger: WebhookLogger,
  onFailure: () => void,
): FlagWebhook | null {
  return url === "" ? null : new FlagWebhook({ url, secret, allowsPrivate, logger, onFailure });
}

/** The same for each attempt, and for no other change. */
function idOf({ projectId, flag }: FlagChange): string {
  return `flag_${projectId}_${flag.number}_${flag.version}`;
}

function messageOf({ projectId, flag, activity }: FlagChange) {
  const { activity: kind, at, userId: by } = activity;
  const changes = parseJsonText(activity.changes);
  const { name, active } = readStoredFlag(flag.definition);
  const { number: id, key, version, deleted } = flag;
  const actor = by === null ? "command_line" : "user";
  return {
    type: `feature_flag.${kind}`,
    timestamp: new Date(at).toISOString(),
    data: { project_id: projectId, id, key, name, active, deleted, version, actor, user_id: by, changes },
  };
}
