import { MAX_INVITES_PER_HOUR } from "./invites/invite-limits.ts";
import { bool, integer, mongoUrl, oneOf, optionalBool, type Setting, sqlName, text, url } from "./setting-readers.ts";

const MiB = 1024 * 1024;
const DAY_SECONDS = 86_400;
export const MAX_RETENTION_SECONDS = 3650 * DAY_SECONDS;

/** Every setting, in the order in which `.env.example` lists them. */
export const SETTINGS = {
  HOST: text("Address to listen on.", "0.0.0.0"),
  PORT: integer("Port to listen on; 0 takes a free one.", 8000, 0, 65_535),
  DATA_DIR: text("Directory of the journal, and of all data that is not in MongoDB or S3.", "./data"),
  MONGODB_URL: mongoUrl(
    "MongoDB for everything except recording files, such as " +
      "mongodb://user:password@mongo-1,mongo-2/?replicaSet=rs; empty: SQLite in DATA_DIR.",
  ),
  MONGODB_DATABASE: text("Name of the database in MongoDB.", "sightline"),
  MONGODB_POOL_SIZE: integer(
    "Maximum connections to each MongoDB server, for requests and for the drain each.",
    20,
    1,
    1000,
  ),
  MONGODB_TIMEOUT_MS: integer("Timeout of MongoDB in milliseconds.", 10_000, 100, 600_000),
  S3_BUCKET: text("Bucket for recording files, created if absent; empty: a folder in DATA_DIR."),
  S3_ENDPOINT: url("Address of the S3 server; empty: Amazon's.", ["http:", "https:"]),
  S3_REGION: text("Region of the bucket.", "us-east-1"),
  S3_PREFIX: text("Prefix of all object names, such as sightline/."),
  S3_FORCE_PATH_STYLE: optionalBool(
    "Whether the bucket is in the path instead of the host name; empty: only if S3_ENDPOINT is set.",
  ),
  S3_CHECKSUMS: oneOf(
    "Checksums of requests; when_required is for older servers, which refuse newer kinds.",
    ["when_supported", "when_required"],
    "when_supported",
  ),
  S3_TIMEOUT_MS: integer(
    "Timeout of S3 in milliseconds, until a response begins and between its parts.",
    30_000,
    100,
    600_000,
  ),
  S3_RETRIES: integer("How often a failed request to S3 is retried.", 2, 0, 20),
  CLICKHOUSE_URL: url(
    "ClickHouse with recordings of an older ingestion, such as " +
      "http://user:password@clickhouse:8123/database; empty: none.",
    ["http:", "https:"],
  ),
  CLICKHOUSE_TABLE: sqlName("Table of these recordings; see docs/legacy-recordings.md.", "session_recording_events"),
  CLICKHOUSE_TIMEOUT_MS: integer("Timeout of ClickHouse in milliseconds.", 30_000, 100, 600_000),
  ENGINE_WAIT_SECONDS: integer(
    "How long a start waits for MongoDB, S3 and ClickHouse, in seconds.",
    60,
    1,
    DAY_SECONDS,
  ),
  LOG_LEVEL: oneOf(
    "Lowest level that is logged.",
    ["trace", "debug", "info", "warn", "error", "fatal", "silent"],
    "info",
  ),
  LOG_FORMAT: oneOf("Form of the log. auto: text on a terminal, JSON elsewhere.", ["auto", "text", "json"], "auto"),
  PUBLIC_URL: url("Address that clients use, for links in responses; empty: taken from each request.", [
    "http:",
    "https:",
  ]),
  TRUST_PROXY: bool(
    "Whether X-Forwarded-For, -Proto and -Host are trusted; only behind a proxy that sets them.",
    false,
  ),
  RESPONSE_VALIDATION: oneOf(
    "What happens to a response that breaks the contract: log reports it, throw answers 500 (for tests).",
    ["off", "log", "throw"],
    "off",
  ),
  BODY_LIMIT_BYTES: integer(
    "Bodies of this size or more are refused on the public endpoints (413).",
    20 * MiB,
    1024,
    512 * MiB,
  ),
  BODY_MEMORY_BYTES: integer(
    "Memory for the unparsed bodies of all requests in flight; above it: 503.",
    64 * MiB,
    1024,
    2 ** 40,
  ),
  BODY_BYTES_PER_SECOND: integer("Minimum rate at which a body must arrive; 0: no limit.", 1024, 0, 2 ** 30),
  BODY_TIMEOUT_SECONDS: integer(
    "How long a body may arrive more slowly than BODY_BYTES_PER_SECOND, in seconds; then: 408.",
    10,
    1,
    3600,
  ),
  MAX_CONNECTIONS: integer("Maximum open connections of clients; further ones are closed at once.", 4096, 1, 1_000_000),
  FLAG_STREAMS_MAX: integer(
    "Maximum open event streams, which tell OpenFeature's providers of changed flags; above it: 429.",
    1000,
    0,
    1_000_000,
  ),
  FLAG_STREAMS_PER_PROJECT: integer("Maximum open event streams of one project; above it: 429.", 500, 0, 1_000_000),
  JOURNAL_MAX_BYTES: integer(
    "Maximum size of accepted events that wait for the store; above it: 503.",
    1024 * MiB,
    MiB,
    2 ** 50,
  ),
  DEAD_LETTERS_MAX_BYTES: integer(
    "Maximum size of dead letters; above it the oldest are dropped.",
    256 * MiB,
    MiB,
    2 ** 50,
  ),
  EVENT_RETENTION_SECONDS: integer(
    "How long an event is kept after its timestamp, in seconds, unless its project has another retention. 0: forever.",
    0,
    0,
    MAX_RETENTION_SECONDS,
  ),
  PROJECT_SHARE_PERCENT: integer(
    "Largest part of JOURNAL_MAX_BYTES and DEAD_LETTERS_MAX_BYTES for one project while others are active, in percent.",
    50,
    1,
    100,
  ),
  DURABILITY: oneOf(
    "Where events are when they are answered 200. node: on this node's disk. store: also in the store (MongoDB: on " +
      "a majority), for nodes that may lose their disk; then events are refused while the store is down.",
    ["node", "store"],
    "node",
  ),
  RATE_LIMIT_PER_MINUTE: integer(
    "Maximum requests per minute to the private endpoints with one key; 0: no limit.",
    1200,
    0,
    1_000_000,
  ),
  RATE_LIMIT_KEY_REQUESTS_PER_SECOND: integer(
    "Maximum requests per second to the public endpoints with one key, on each node; 0: no limit.",
    0,
    0,
    1_000_000,
  ),
  RATE_LIMIT_KEY_EVENTS_PER_SECOND: integer(
    "Maximum events per second with one key, on each node; 0: no limit.",
    0,
    0,
    10_000_000,
  ),
  RATE_LIMIT_ADDRESS_REQUESTS_PER_SECOND: integer(
    "Maximum requests per second from one client address, on each node; 0: no limit. See TRUST_PROXY.",
    0,
    0,
    1_000_000,
  ),
  RATE_LIMIT_ADDRESS_EVENTS_PER_SECOND: integer(
    "Maximum events per second from one client address, on each node; 0: no limit. See TRUST_PROXY.",
    0,
    0,
    10_000_000,
  ),
  RATE_LIMIT_BURST_SECONDS: integer(
    "How many seconds of the limits per second a key or an address may use at once.",
    10,
    1,
    3600,
  ),
  INVITE_EXPIRY_SECONDS: integer("How long an invite is valid, in seconds.", 3 * DAY_SECONDS, 1, 3650 * DAY_SECONDS),
  INVITES_PER_HOUR: integer(
    "Maximum invites of an organization in any hour, including deleted ones; 0: no limit.",
    200,
    0,
    MAX_INVITES_PER_HOUR,
  ),
  INVITE_REPEAT_SECONDS: integer(
    "How long after an invite its address cannot be invited again, in seconds; 0: it can at once.",
    300,
    0,
    3600,
  ),
  INVITE_ATTEMPTS_PER_MINUTE: integer(
    "Maximum requests per minute from one address to show or accept invites; 0: no limit.",
    60,
    0,
    1_000_000,
  ),
  SMTP_URL: url("Mail server for invites, such as smtp://user:password@mail.example.com:587; empty: no mail.", [
    "smtp:",
    "smtps:",
  ]),
  MAIL_FROM: text("Sender of invite mails.", "Sightline <sightline@localhost>"),
  FLAG_WEBHOOK_URL: url("Address that changes of feature flags are announced to; empty: none.", ["http:", "https:"]),
  FLAG_WEBHOOK_SECRET: text("Secret that signs these announcements; required with FLAG_WEBHOOK_URL."),
  FLAG_WEBHOOK_ALLOW_PRIVATE: bool("Whether FLAG_WEBHOOK_URL may lead to a private network.", false),
  RECORDING_INGESTION_LIMIT_SECONDS: integer(
    "Age at which snapshots move from the store to files, in seconds.",
    600,
    1,
    DAY_SECONDS,
  ),
  RECORDING_FLUSH_BYTES: integer(
    "Size of a session's snapshots in the store above which they move to a file at once.",
    50 * MiB,
    1024,
    1024 * MiB,
  ),
  RECORDING_RETENTION_SECONDS: integer(
    "How long a recording is kept after its last snapshot, in seconds; pinned ones stay. 0: forever.",
    0,
    0,
    MAX_RETENTION_SECONDS,
  ),
  RECORDING_DOWNLOADS: oneOf(
    "How clients get recording files. stream: through the service. redirect: from a signed address of S3, if they " +
      "accept gzip.",
    ["stream", "redirect"],
    "stream",
  ),
  RECORDING_SNAPSHOT_BYTES: integer(
    "Maximum size of a snapshot as uncompressed JSON; a larger one becomes a dead letter.",
    32 * MiB,
    64 * 1024,
    512 * MiB,
  ),
  RECORDING_SNAPSHOT_VALUES: integer(
    "Maximum number of values (objects, items, fields) that a snapshot's compressed parts unpack to.",
    2_000_000,
    1000,
    100_000_000,
  ),
  RECORDING_MEMORY_BYTES: integer("Memory for the snapshots of recent sessions.", 64 * MiB, 0, 2 ** 40),
  SHUTDOWN_DELAY_SECONDS: integer(
    "How long /_ready answers 503 after SIGTERM before the port closes, in seconds, so that balancers notice; " +
      "0 is right without a balancer.",
    0,
    0,
    3600,
  ),
  SHUTDOWN_SECONDS: integer("How long a stop waits for requests in flight, in seconds.", 30, 1, 3600),
} satisfies Record<string, Setting<unknown>>;

export type Config = { readonly [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]["read"]> };

/** Thrown for invalid settings; `problems` has a sentence for each. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "ConfigError";
    this.problems = problems;
  }
}

/** Returns the settings; empty counts as absent. Throws `ConfigError`, which lists every problem but no secret. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const values = Object.entries(SETTINGS).map(([name, setting]) => {
    try {
      return [name, setting.read(environment[name] || setting.fallback)];
    } catch (error) {
      problems.push(`${name} must be ${(error as Error).message}.`);
      return [name, undefined];
    }
  });
  const config = Object.fromEntries(values) as Config;
  if (problems.length === 0) problems.push(...contradictions(config));
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Returns a sentence for each limit that is too small for the largest accepted body, and for a missing secret. */
function contradictions(config: Config): string[] {
  const { BODY_LIMIT_BYTES: largest, FLAG_WEBHOOK_URL, FLAG_WEBHOOK_SECRET } = config;
  const tooSmall = (["BODY_MEMORY_BYTES", "JOURNAL_MAX_BYTES"] as const)
    .filter((name) => config[name] < largest)
    .map((name) => `${name} must be at least BODY_LIMIT_BYTES, which is ${largest}: it has to hold one such body.`);
  const isUnsigned = FLAG_WEBHOOK_URL !== "" && FLAG_WEBHOOK_SECRET === "";
  return isUnsigned ? [...tooSmall, "FLAG_WEBHOOK_SECRET must be set if FLAG_WEBHOOK_URL is."] : tooSmall;
}
