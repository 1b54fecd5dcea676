import { existsSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import { FlagDecider } from "../../flags/decide/flag-decider.ts";
import { findClientSettings } from "../../http/operations/client-settings.ts";
import { LIMIT_NAMES, type RateLimits } from "../../http/rate-limits.ts";
import type { ServicePorts } from "../../http/service-ports.ts";
import type { Capture } from "../../ingest/capture.ts";
import { DeadLetterDesk } from "../../ingest/journal/dead-letter-desk.ts";
import { JOURNAL_FILE } from "../../ingest/journal/open-journal.ts";
import type { Answers } from "../../questions/answer-question.ts";
import { withLegacyRecordings } from "../../recordings/flush/legacy-files.ts";
import { SnapshotMemory } from "../../recordings/play/snapshot-memory.ts";
import { completeEvents } from "../../service/open-answers.ts";
import { openMailer } from "../../service/open-mailer.ts";
import type { Config } from "../../settings/config.ts";
import { Changes } from "../../store/changes.ts";
import { fileEngine, legacyEngine } from "../../store/choose-engines.ts";
import { NO_LEGACY_STORE } from "../../store/ports/legacy-store.ts";
import type { FileStore, Store } from "../../store/ports/stores.ts";
import { operatorTenants } from "../../tenants/authorize.ts";
import { Keyring, ProjectFinder } from "../../tenants/keyring.ts";
import { Sessions } from "../../tenants/sign-in/sessions.ts";
import { type CliContext, CommandFailure } from "../cli-context.ts";
import { flagAnnouncer } from "../commands/flags-commands.ts";
import { commandAnswers } from "../events/command-answers.ts";

const NO_LIMITS = Object.fromEntries(LIMIT_NAMES.map((name) => [name, null])) as RateLimits;

/** Opens what handlers need, except what only a running service has, and what questions need on first use. */
export async function openLocalPorts(config: Config, stored: Store, needsFiles: boolean, context: CliContext) {
  const { now, err } = context;
  const store = { ...stored, tenants: operatorTenants(stored.tenants) };
  const log = pino({ level: "silent" });
  const announcer = flagAnnouncer(config, context);
  const mailer = await openMailer(config, log, () => err("A mail could not be sent.\n"));
  const questions = commandAnswers(store, context);
  const fileStore = needsFiles ? await fileEngine(config).open() : absent<FileStore>("files");
  const legacy = needsFiles ? await legacyEngine(config).open() : NO_LEGACY_STORE;
  const changes = new Changes({ records: async () => store.records, maxAgeMs: 0 });
  const flags = new FlagDecider({ ...store, changes, now });
  const keyring = new Keyring(store.keys, now);
  const { INVITES_PER_HOUR: perHour, INVITE_REPEAT_SECONDS, INVITE_EXPIRY_SECONDS: expirySeconds } = config;
  const limits = { perHour, repeatMs: INVITE_REPEAT_SECONDS * 1000 };
  const service: ServicePorts = {
    ...{ keyring, flags, now, log, rateLimits: NO_LIMITS, hasPasswords: config.PASSWORDS, providers: new Map() },
    store: { ...store, events: completeEvents(store, questions.answers) },
    fileStore: needsFiles ? { ...fileStore, files: withLegacyRecordings(fileStore.files, legacy) } : fileStore,
    legacy,
    memory: new SnapshotMemory(store.recordings, 0),
    redirectsToFiles: false,
    answers: late<Answers>(questions.answers),
    projects: new ProjectFinder(keyring, store.tenants),
    clientSettings: findClientSettings(store.records, now),
    sessions: config.CONSOLE === "on" ? new Sessions({ ...store, idleSeconds: config.SESSION_SECONDS, now }) : null,
    flagChanges: { ...store, now, announce: announcer.announce },
    invites: { ...store, mailer, logger: log, now, expirySeconds, limits },
    capture: absent<Capture, "deadLetters">("capture", { deadLetters: deadLettersOf(config) }),
    flagStreams: absent("streams"),
    scripts: absent("scripts"),
    metrics: absent("metrics"),
    readiness: absent("readiness"),
  };
  const close = async () => {
    await announcer.close();
    mailer?.close();
    await questions.close();
    if (needsFiles) await Promise.all([fileStore.close(), legacy.close()]);
  };
  return { service, close };
}

/** Returns this node's dead letters; none where no node has run. */
function deadLettersOf({ DATA_DIR }: Config): DeadLetterDesk {
  if (existsSync(join(DATA_DIR, JOURNAL_FILE))) return new DeadLetterDesk(DATA_DIR);
  return absent<DeadLetterDesk, "exported">("dead letters", { exported: async function* () {} });
}

/** Returns an object whose methods, which return promises, open the real one first. */
function late<T extends object>(open: () => Promise<T>): T {
  const get = (_: T, name: string | symbol) => {
    return async (...parameters: unknown[]) => {
      const opened = await open();
      const method = opened[name as keyof T] as (this: T, ...parameters: unknown[]) => unknown;
      return method.apply(opened, parameters);
    };
  };
  return new Proxy({} as T, { get });
}

/** Returns an object that has the given parts only: using others says that a running service is needed. */
function absent<T extends object, Name extends keyof T = never>(what: string, parts = {} as Pick<T, Name>): T {
  const get = (_: T, name: string | symbol) => {
    if (name in parts) return parts[name as Name];
    throw new CommandFailure(`Only a running service can answer this (${what}): add --url and --api-key.`);
  };
  return new Proxy({} as T, { get });
}
