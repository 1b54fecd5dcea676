import { CAPACITY_SETTINGS, RATE_LIMIT_SETTINGS, RECORDING_SETTINGS } from "./capacity-settings.ts";
import { oidcProviders } from "./oidc-settings.ts";
import {
  bool,
  DAY_SECONDS,
  integer,
  MAX_INVITES_PER_HOUR,
  MAX_RETENTION_SECONDS,
  MiB,
  mongoUrl,
  oneOf,
  optionalBool,
  type Setting,
  sqlName,
  text,
  url,
} from "./setting-readers.ts";

const ENGINE_SETTINGS = {
  MONGODB_URL: mongoUrl().says(
    "MongoDB for everything except recording files, such as " +
      "mongodb://user:password@mongo-1,mongo-2/?replicaSet=rs; empty: SQLite in DATA_DIR.",
  ),
  MONGODB_DATABASE: text("sightline").says("Name of the database in MongoDB."),
  MONGODB_POOL_SIZE: integer(20, 1, 1000).says(
    "Maximum connections to each MongoDB server, for requests and for the drain each.",
  ),
  MONGODB_TIMEOUT_MS: integer(10_000, 100, 600_000).says("Timeout of MongoDB in milliseconds."),
  S3_BUCKET: text().says("Bucket for recording files, created if absent; empty: a folder in DATA_DIR."),
  S3_ENDPOINT: url(["http:", "https:"]).says("Address of the S3 server; empty: Amazon's."),
  S3_REGION: text("us-east-1").says("Region of the bucket."),
  S3_PREFIX: text().says("Prefix of all object names, such as sightline/."),
  S3_FORCE_PATH_STYLE: optionalBool().says(
    "Whether the bucket is in the path instead of the host name; empty: only if S3_ENDPOINT is set.",
  ),
  S3_CHECKSUMS: oneOf(["when_supported", "when_required"], "when_supported").says(
    "Checksums of requests; when_required is for older servers, which refuse newer kinds.",
  ),
  S3_TIMEOUT_MS: integer(30_000, 100, 600_000).says(
    "Timeout of S3 in milliseconds, until a response begins and between its parts.",
  ),
  S3_RETRIES: integer(2, 0, 20).says("How often a failed request to S3 is retried."),
  CLICKHOUSE_URL: url(["http:", "https:"]).says(
    "ClickHouse with recordings of an older ingestion, such as " +
      "http://user:password@clickhouse:8123/database; empty: none.",
  ),
  CLICKHOUSE_TABLE: sqlName("session_recording_events").says(
    "Table of these recordings; see docs/legacy-recordings.md.",
  ),
  CLICKHOUSE_TIMEOUT_MS: integer(30_000, 100, 600_000).says("Timeout of ClickHouse in milliseconds."),
  ENGINE_WAIT_SECONDS: integer(60, 1, DAY_SECONDS).says(
    "How long a start waits for MongoDB, S3 and ClickHouse, in seconds.",
  ),
};

const SIGN_IN_SETTINGS = {
  SESSION_SECONDS: integer(30 * DAY_SECONDS, 300, 400 * DAY_SECONDS).says(
    "How long a session of the console lasts that is not used, in seconds.",
  ),
  SIGN_IN_ATTEMPTS_PER_MINUTE: integer(30, 0, 1_000_000).says(
    "Maximum requests per minute from one address to sign in; 0: no limit.",
  ),
  PASSWORDS: bool(true).says("Whether people can sign in with passwords and passkeys, besides links and providers."),
  OIDC_PROVIDERS: oidcProviders().says(
    "Names of the OpenID Connect providers that people sign in with, such as google,okta; empty: none. Each needs " +
      "OIDC_<NAME>_ISSUER, OIDC_<NAME>_CLIENT_ID and OIDC_<NAME>_CLIENT_SECRET; OIDC_<NAME>_LABEL is on its button, " +
      "and OIDC_<NAME>_TRUST_EMAIL=true is for providers that do not say whether addresses are verified.",
  ),
};

const HISTORY_SETTINGS = {
  HISTORY_INTERVAL_SECONDS: integer(300, 1, DAY_SECONDS).says(
    "Time between two runs that write events to Parquet files by project and day, in seconds.",
  ),
  EVENT_STORE_SECONDS: integer(7 * DAY_SECONDS, 1, MAX_RETENTION_SECONDS).says(
    "How long events also stay in the store once they are in such files, from their arrival, in seconds; then they " +
      "are in the files only.",
  ),
  HISTORY_PERSONS: bool(false).says(
    "Whether persons and distinct ids are in such files, too, renewed hourly, so that other programs can join them " +
      "with events.",
  ),
  HISTORY_CACHE_BYTES: integer(2048 * MiB, MiB, 2 ** 50).says(
    "Maximum size of local copies of such files, in DATA_DIR, if S3 keeps them.",
  ),
};

const ANSWER_SETTINGS = {
  ANSWERS_MEMORY_BYTES: integer(640 * MiB, 64 * MiB, 2 ** 40).says(
    "Memory of the engine of questions. A fifth is for a second process, which runs while a question of another " +
      "project takes long. Each process has 256 MiB beside it, and ends when it is idle.",
  ),
  ANSWERS_THREADS: integer(2, 1, 64).says("Threads of each process of the engine of questions."),
  ANSWERS_TEMPORARY_BYTES: integer(1024 * MiB, 0, 2 ** 50).says(
    "Space below DATA_DIR for what a question cannot hold in memory.",
  ),
  ANSWERS_TIMEOUT_SECONDS: integer(30, 1, 3600).says(
    "How long a question may wait for others, and then run, in seconds.",
  ),
  ANSWERS_IDLE_SECONDS: integer(300, 1, DAY_SECONDS).says(
    "How long the engine of questions stays without one, in seconds.",
  ),
  ANSWERS_MAX_BYTES: integer(16 * MiB, 1024, 256 * MiB).says("Maximum size of an answer."),
  ANSWERS_CACHE_BYTES: integer(16 * MiB, 1024, 2 ** 40).says("Memory for answers that are given again."),
};

/** Every setting, in the order in which `.env.example` lists them. */
export const SETTINGS = {
  HOST: text("0.0.0.0").says("Address to listen on."),
  PORT: integer(8000, 0, 65_535).says("Port to listen on; 0 takes a free one."),
  DATA_DIR: text("./data").says("Directory of the journal, and of all data that is not in MongoDB or S3."),
  ...ENGINE_SETTINGS,
  LOG_LEVEL: oneOf(["trace", "debug", "info", "warn", "error", "fatal", "silent"], "info").says(
    "Lowest level that is logged.",
  ),
  LOG_FORMAT: oneOf(["auto", "text", "json"], "auto").says(
    "Form of the log. auto: text on a terminal, JSON elsewhere.",
  ),
  PUBLIC_URL: url(["http:", "https:"]).says(
    "Address that clients use, for links in responses; empty: taken from each request.",
  ),
  TRUST_PROXY: bool(false).says(
    "Whether X-Forwarded-For, -Proto and -Host are trusted; only behind a proxy that sets them.",
  ),
  CONSOLE: oneOf(["on", "off"], "on").says("Whether the console is served at /."),
  RESPONSE_VALIDATION: oneOf(["off", "sample", "log", "throw"], "sample").says(
    "Which responses are checked against the contract once sent, and reported: errors and one in a hundred others, " +
      "or all (log); throw answers 500 instead (for tests).",
  ),
  ...CAPACITY_SETTINGS,
  ...RATE_LIMIT_SETTINGS,
  ...ANSWER_SETTINGS,
  ...SIGN_IN_SETTINGS,
  INVITE_EXPIRY_SECONDS: integer(3 * DAY_SECONDS, 1, 3650 * DAY_SECONDS).says(
    "How long an invite is valid, in seconds.",
  ),
  INVITES_PER_HOUR: integer(200, 0, MAX_INVITES_PER_HOUR).says(
    "Maximum invites of an organization in any hour, including deleted ones; 0: no limit.",
  ),
  INVITE_REPEAT_SECONDS: integer(300, 0, 3600).says(
    "How long after an invite its address cannot be invited again, in seconds; 0: it can at once.",
  ),
  INVITE_ATTEMPTS_PER_MINUTE: integer(60, 0, 1_000_000).says(
    "Maximum requests per minute from one address to show or accept invites; 0: no limit.",
  ),
  SMTP_URL: url(["smtp:", "smtps:"]).says(
    "Mail server for invites, such as smtp://user:password@mail.example.com:587; empty: no mail.",
  ),
  MAIL_FROM: text("Sightline <sightline@localhost>").says("Sender of invite mails."),
  FLAG_WEBHOOK_URL: url(["http:", "https:"]).says(
    "Address that changes of feature flags are announced to; empty: none.",
  ),
  FLAG_WEBHOOK_SECRET: text().says("Secret that signs these announcements; required with FLAG_WEBHOOK_URL."),
  FLAG_WEBHOOK_ALLOW_PRIVATE: bool(false).says("Whether webhooks of flags and alerts may lead to a private network."),
  ...RECORDING_SETTINGS,
  ...HISTORY_SETTINGS,
  SHUTDOWN_DELAY_SECONDS: integer(0, 0, 3600).says(
    "How long /_ready answers 503 after SIGTERM before the port closes, in seconds, so that balancers notice; " +
      "0 is right without a balancer.",
  ),
  SHUTDOWN_SECONDS: integer(30, 1, 3600).says("How long a stop waits for requests in flight, in seconds."),
} satisfies Record<string, Setting<unknown>>;

export type Config = { readonly [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]["read"]> } & {
  /** Whether data is deleted with the process, as a sandbox's: then nothing waits for a disk. Not a setting. */
  readonly isThrowaway?: boolean;
};

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
      return [name, setting.read(environment[name] || setting.fallback, environment)];
    } catch (error) {
      problems.push(`${name} must be ${(error as Error).message}.`);
      return [name, undefined];
    }
  });
  const config = Object.fromEntries(values) as Config;
  if (environment["HISTORY"] === "off") problems.push("HISTORY=off is no longer possible: events live in the files.");
  if (problems.length === 0) problems.push(...contradictions(config));
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Returns a sentence for each limit that is too small for the largest accepted body, and for what settings lack. */
function contradictions(config: Config): string[] {
  const { BODY_LIMIT_BYTES: largest, FLAG_WEBHOOK_URL, FLAG_WEBHOOK_SECRET } = config;
  const tooSmall = (["BODY_MEMORY_BYTES", "JOURNAL_MAX_BYTES"] as const)
    .filter((name) => config[name] < largest)
    .map((name) => `${name} must be at least BODY_LIMIT_BYTES, which is ${largest}: it has to hold one such body.`);
  const isUnsigned = FLAG_WEBHOOK_URL !== "" && FLAG_WEBHOOK_SECRET === "";
  return [...tooSmall, ...(isUnsigned ? ["FLAG_WEBHOOK_SECRET must be set if FLAG_WEBHOOK_URL is."] : [])];
}
