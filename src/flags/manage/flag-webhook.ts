import { createHmac } from "node:crypto";
import { type LookupAddress, lookup } from "node:dns";
import type { RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { parseJsonText } from "../../lib/json/parse-json-text.ts";
import { type Backoff, retry } from "../../lib/threads/retry.ts";
import { readStoredFlag } from "../define/flag-definition.ts";
import type { FlagChange } from "./edit-flags.ts";

/** An import reads all that a module exports, of this the classes of `fetch`, too: a tenth of a command's start. */
const { request: requestHttp } = process.getBuiltinModule("node:http");

interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the host may have an address in a private network. */
  readonly allowsPrivate: boolean;
  readonly signal: AbortSignal;
}

/** Posts JSON and returns the status of the response; redirects are not followed. Throws `PrivateAddress`. */
async function postJson(url: URL, body: string, { headers, allowsPrivate, signal }: PostOptions): Promise<number> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!allowsPrivate && isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddress(host);
  const options: RequestOptions = {
    method: "POST",
    agent: false,
    signal,
    headers: { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)), ...headers },
    ...(!allowsPrivate && { lookup: publicLookup() }),
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? requestHttps : requestHttp)(url, options, (response) => {
      response.on("error", () => undefined).destroy();
      resolve(response.statusCode ?? 0);
    });
    request.on("error", reject);
    request.end(body);
  });
}

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
    const headers = signedHeaders(id, body, secret, Math.floor(Date.now() / 1000));
    const status = await postJson(this.#url, body, { headers, allowsPrivate, signal });
    if (status < 200 || status > 299) throw new Error(`the response has status ${status}`);
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

/** Returns the headers of Standard Webhooks. `seconds` is the time of the attempt, since 1970. */
export function signedHeaders(id: string, body: string, secret: string, seconds: number): Record<string, string> {
  const prefix = "whsec_";
  const key = secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), "base64") : Buffer.from(secret);
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": String(seconds), "webhook-signature": `v1,${signature}` };
}

/** Everything else of IPv6 is private, local, multicast or not assigned. */
const GLOBAL_IPV6 = new BlockList();
GLOBAL_IPV6.addSubnet("2000::", 3, "ipv6");

const SPECIAL = new BlockList();
/** Private, local, reserved and multicast networks: RFC 6890 and its registry. */
const SPECIAL_IPV4 = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  ...["224.0.0.0/4", "240.0.0.0/4"],
];
/** Protocol assignments (also Teredo), documentation, and 6to4, which leads to IPv4. */
const SPECIAL_IPV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];
for (const [family, networks] of [
  ["ipv4", SPECIAL_IPV4],
  ["ipv6", SPECIAL_IPV6],
] as const) {
  for (const network of networks) {
    const [address = "", bits = ""] = network.split("/");
    SPECIAL.addSubnet(address, Number(bits), family);
  }
}

export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !SPECIAL.check(address, "ipv4");
  return version === 6 && GLOBAL_IPV6.check(address, "ipv6") && !SPECIAL.check(address, "ipv6");
}

type Resolve = (
  host: string,
  options: { readonly all: true },
  done: (error: Error | null, found: LookupAddress[]) => void,
) => void;

/** Finds a host's addresses as a connection opens, so that none can be replaced later. Fails if one is not public. */
export function publicLookup(resolve: Resolve = lookup): LookupFunction {
  return (host, { all }, callback) => {
    resolve(host, { all: true }, (error, found) => {
      const [first] = found ?? [];
      const refusal = error ?? refusalOf(host, found);
      if (refusal !== null || first === undefined) callback(refusal ?? new Error(`${host} has no address`), "", 0);
      else if (all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}

function refusalOf(host: string, found: readonly LookupAddress[]): Error | null {
  return found.every(({ address }) => isPublicAddress(address)) ? null : new PrivateAddress(host);
}

export class PrivateAddress extends Error {
  constructor(host: string) {
    super(`${host} has an address in a private network, which is not allowed`);
    this.name = "PrivateAddress";
  }
}
