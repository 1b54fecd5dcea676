import { existsSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import pino from "pino";
import { FlagDecider } from "../../flags/decide/flag-decider.ts";
import { answerCaller } from "../../http/answer.ts";
import { loadContract } from "../../http/contract/contract.ts";
import { newBodyMemory } from "../../http/decode/body-memory.ts";
import { innerRequest } from "../../http/http-message.ts";
import { findClientSettings } from "../../http/operations/client-settings.ts";
import { operationHandlers } from "../../http/operations/operation-handlers.ts";
import { LIMIT_NAMES, type RateLimits } from "../../http/rate-limits.ts";
import { renderError } from "../../http/render-error.ts";
import { toJson } from "../../http/respond.ts";
import type { ServicePorts } from "../../http/service-ports.ts";
import type { Capture } from "../../ingest/capture.ts";
import { type DeadLetterDesk, deadLetterDesk } from "../../ingest/journal/dead-letter-desk.ts";
import { JOURNAL_FILE } from "../../ingest/journal/open-journal.ts";
import { closing } from "../../lib/threads/closers.ts";
import type { Answers } from "../../questions/answer-question.ts";
import { findingsOf } from "../../questions/findings.ts";
import { withLegacyRecordings } from "../../recordings/legacy-files.ts";
import { snapshotMemory } from "../../recordings/snapshot-memory.ts";
import { completeEvents } from "../../service/open-answers.ts";
import { openMailer } from "../../service/open-mailer.ts";
import { type Config, readConfig } from "../../settings/config.ts";
import { changesOf } from "../../store/changes.ts";
import { fileEngine, legacyEngine } from "../../store/choose-engines.ts";
import { NO_LEGACY_STORE } from "../../store/ports/legacy-store.ts";
import type { FileStore, Store } from "../../store/ports/stores.ts";
import { OPERATOR, operatorTenants } from "../../tenants/authorize.ts";
import { type Caller, Keyring, projectFinder } from "../../tenants/keyring.ts";
import { sessionsOf } from "../../tenants/sign-in/sessions.ts";
import { findOnlyUser } from "../choose-project.ts";
import { type CliContext, CommandFailure, withStore } from "../cli-context.ts";
import { flagAnnouncer } from "../commands/flags-commands.ts";
import { commandAnswers } from "../events/command-answers.ts";
import { callFailure, pathOf, type Service, type ServiceCall, type ServiceReply } from "./service.ts";

const MAX_BODY_BYTES = 64 * 1024 * 1024;
const BODY_LIMITS = { limit: MAX_BODY_BYTES, memory: newBodyMemory(MAX_BODY_BYTES) };
/** Operations about the caller, or recorded for one: the operator is no user. */
const NEEDS_USER =
  /^(users_me|personal_keys|sessions|passkeys|invites_create|invites_bulk|session_recordings_(un)?pin)/;

/** Answers operations in this process on the configured store, as the operator or as the user with this address. */
export function withLocalService<T>(
  { user, needsFiles }: { readonly user: string | undefined; readonly needsFiles: boolean },
  context: CliContext,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  return withStore(context, async (store) => {
    const config = readConfig(context.environment);
    await using ports = closing(await openLocalPorts(config, store, needsFiles, context));
    const answerPorts = {
      contract: await loadContract(),
      handlers: operationHandlers(ports.service),
      tenants: ports.service.store.tenants,
      bodyLimits: BODY_LIMITS,
      deprecatedUse: { noteBody: () => {} },
    };
    const call = async (request: ServiceCall): Promise<ServiceReply> => {
      const { operation, path: params } = request;
      const caller = await findCaller(user, NEEDS_USER.test(operation.id), store);
      const route = { ...request, operation: operation.contract, params };
      const inner = { ...innerRequest(route, "http://localhost"), url: pathOf(request).split("?", 1)[0] ?? "" };
      try {
        const reply = await answerCaller(caller, route, inner, answerPorts);
        const { headers = {} } = reply;
        if (reply.stream !== undefined) {
          const body = reply.stream instanceof Readable ? reply.stream : Readable.from([reply.stream]);
          return { headers, type: reply.type, body };
        }
        if (reply.body === undefined) return { headers, type: null, body: "" };
        return { headers, type: "application/json", body: Buffer.from(toJson(reply.body)).toString() };
      } catch (error) {
        const { status, body, cause } = renderError(error, route);
        if (status === 500 || cause instanceof Error) throw cause;
        throw callFailure(status, body, operation);
      }
    };
    const projects = () => store.tenants.listProjects();
    const organizations = () => store.tenants.listOrganizations();
    return await work({ call, projects, organizations });
  });
}

async function findCaller(email: string | undefined, needsUser: boolean, { tenants }: Store): Promise<Caller> {
  const caller = { keyId: "command line", readOnly: false };
  if (email === undefined && !needsUser) return { ...caller, userId: OPERATOR };
  const user = email === undefined ? await findOnlyUser(tenants, "--user") : await tenants.findUserByEmail(email);
  if (user === null) throw new CommandFailure(`No user has the address ${email}.`);
  return { ...caller, userId: user.id };
}

const NO_LIMITS = Object.fromEntries(LIMIT_NAMES.map((name) => [name, null])) as RateLimits;

/** Opens what handlers need, except what only a running service has, and what questions need on first use. */
async function openLocalPorts(config: Config, stored: Store, needsFiles: boolean, context: CliContext) {
  const { now, err } = context;
  const store = { ...stored, tenants: operatorTenants(stored.tenants) };
  const log = pino({ level: "silent" });
  const announcer = flagAnnouncer(config, context);
  const mailer = await openMailer(config, log, () => err("A mail could not be sent.\n"));
  const questions = commandAnswers(store, context);
  const answers = late<Answers>(questions.answers);
  const fileStore = needsFiles ? await fileEngine(config).open() : absent<FileStore>("files");
  const legacy = needsFiles ? await legacyEngine(config).open() : NO_LEGACY_STORE;
  const changes = changesOf({ records: async () => store.records, maxAgeMs: 0 });
  const flags = new FlagDecider({ ...store, changes, now });
  const keyring = new Keyring(store.keys, now);
  const { INVITES_PER_HOUR: perHour, INVITE_REPEAT_SECONDS, INVITE_EXPIRY_SECONDS: expirySeconds } = config;
  const limits = { perHour, repeatMs: INVITE_REPEAT_SECONDS * 1000 };
  const service: ServicePorts = {
    ...{ keyring, flags, now, log, rateLimits: NO_LIMITS, hasPasswords: config.PASSWORDS, providers: new Map() },
    store: { ...store, events: completeEvents(store, questions.answers) },
    fileStore: needsFiles ? { ...fileStore, files: withLegacyRecordings(fileStore.files, legacy) } : fileStore,
    legacy,
    memory: snapshotMemory(store.recordings, 0),
    redirectsToFiles: false,
    answers,
    findings: findingsOf({ answers, records: store.records }, now),
    projects: projectFinder(keyring, store.tenants),
    clientSettings: findClientSettings(store.records, now),
    sessions: config.CONSOLE === "on" ? sessionsOf({ ...store, idleSeconds: config.SESSION_SECONDS, now }) : null,
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
  if (existsSync(join(DATA_DIR, JOURNAL_FILE))) return deadLetterDesk(DATA_DIR);
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
