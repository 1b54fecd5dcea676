import { CAPACITY_SETTINGS } from "./capacity-settings.ts";
import { ENGINE_SETTINGS } from "./engine-settings.ts";
import { oidcProviders } from "./oidc-settings.ts";
import { RATE_LIMIT_SETTINGS } from "./rate-limit-settings.ts";
import { RECORDING_SETTINGS } from "./recording-settings.ts";
import { bool, integer, oneOf, type Setting, text, url } from "./setting-readers.ts";
import { DAY_SECONDS, MAX_INVITES_PER_HOUR, MAX_RETENTION_SECONDS, MiB } from "./units.ts";

const SIGN_IN_SETTINGS = {
  SESSION_SECONDS: integer(
    "How long a session of the console lasts that is not used, in seconds.",
    30 * DAY_SECONDS,
    300,
    400 * DAY_SECONDS,
  ),
  SIGN_IN_ATTEMPTS_PER_MINUTE: integer(
    "Maximum requests per minute from one address to sign in; 0: no limit.",
    30,
    0,
    1_000_000,
  ),
  PASSWORDS: bool("Whether people can sign in with passwords and passkeys, besides links and providers.", true),
  OIDC_PROVIDERS: oidcProviders(
    "Names of the OpenID Connect providers that people sign in with, such as google,okta; empty: none. Each needs " +
      "OIDC_<NAME>_ISSUER, OIDC_<NAME>_CLIENT_ID and OIDC_<NAME>_CLIENT_SECRET; OIDC_<NAME>_LABEL is on its button, " +
      "and OIDC_<NAME>_TRUST_EMAIL=true is for providers that do not say whether addresses are verified.",
  ),
};

const HISTORY_SETTINGS = {
  HISTORY_INTERVAL_SECONDS: integer(
    "Time between two runs that write events to Parquet files by project and day, in seconds.",
    300,
    1,
    DAY_SECONDS,
  ),
  EVENT_STORE_SECONDS: integer(
    "How long events also stay in the store once they are in such files, from their arrival, in seconds; then they " +
      "are in the files only.",
    7 * DAY_SECONDS,
    1,
    MAX_RETENTION_SECONDS,
  ),
  HISTORY_CACHE_BYTES: integer(
    "Maximum size of local copies of such files, in DATA_DIR, if S3 keeps them.",
    2048 * MiB,
    MiB,
    2 ** 50,
  ),
};

const ANSWER_SETTINGS = {
  ANSWERS_MEMORY_BYTES: integer(
    "Memory of the engine of questions. A fifth is for a second process, which runs while a question of another " +
      "project takes long. Each process has 256 MiB beside it, and ends when it is idle.",
    640 * MiB,
    64 * MiB,
    2 ** 40,
  ),
  ANSWERS_THREADS: integer("Threads of each process of the engine of questions.", 2, 1, 64),
  ANSWERS_TEMPORARY_BYTES: integer(
    "Space below DATA_DIR for what a question cannot hold in memory.",
    1024 * MiB,
    0,
    2 ** 50,
  ),
  ANSWERS_TIMEOUT_SECONDS: integer("How long a question may wait for others, and then run, in seconds.", 30, 1, 3600),
  ANSWERS_IDLE_SECONDS: integer("How long the engine of questions stays without one, in seconds.", 300, 1, DAY_SECONDS),
  ANSWERS_MAX_BYTES: integer("Maximum size of an answer.", 16 * MiB, 1024, 256 * MiB),
  ANSWERS_CACHE_BYTES: integer("Memory for answers that are given again.", 16 * MiB, 1024, 2 ** 40),
};

/** Every setting, in the order in which `.env.example` lists them. */
export const SETTINGS = {
  HOST: text("Address to listen on.", "0.0.0.0"),
  PORT: integer("Port to listen on; 0 takes a free one.", 8000, 0, 65_535),
  DATA_DIR: text("Directory of the journal, and of all data that is not in MongoDB or S3.", "./data"),
  ...ENGINE_SETTINGS,
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
  CONSOLE: oneOf("Whether the console is served at /.", ["on", "off"], "on"),
  RESPONSE_VALIDATION: oneOf(
    "Which responses are checked against the contract once sent, and reported: errors and one in a hundred others, " +
      "or all (log); throw answers 500 instead (for tests).",
    ["off", "sample", "log", "throw"],
    "sample",
  ),
  ...CAPACITY_SETTINGS,
  ...RATE_LIMIT_SETTINGS,
  ...ANSWER_SETTINGS,
  ...SIGN_IN_SETTINGS,
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
  ...RECORDING_SETTINGS,
  ...HISTORY_SETTINGS,
  SHUTDOWN_DELAY_SECONDS: integer(
    "How long /_ready answers 503 after SIGTERM before the port closes, in seconds, so that balancers notice; " +
      "0 is right without a balancer.",
    0,
    0,
    3600,
  ),
  SHUTDOWN_SECONDS: integer("How long a stop waits for requests in flight, in seconds.", 30, 1, 3600),
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
