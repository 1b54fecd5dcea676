import { EventEmitter } from "node:events";
import type { Logger } from "pino";
import { FlagDecider } from "../flags/decide/flag-decider.ts";
import { adoptFlagActivity } from "../flags/manage/adopt-activity.ts";
import type { FlagChange } from "../flags/manage/edit-flags.ts";
import { newFlagWebhook } from "../flags/manage/flag-webhook.ts";
import { withKnownFlags } from "../flags/manage/known-flags.ts";
import { makeScheduledChanges } from "../flags/manage/scheduled-changes.ts";
import { clientResponder, createListener, type RespondToClient } from "../http/adapters/node-http.ts";
import { newParserThreads } from "../http/adapters/parser-thread.ts";
import { newReplyMemory } from "../http/adapters/reply-memory.ts";
import { loadContract } from "../http/contract/contract.ts";
import { trackDeprecatedUse } from "../http/contract/deprecated-use.ts";
import { newBodyMemory } from "../http/decode/body-memory.ts";
import { engineCheck, LOCAL_TIMES, newReadiness, REMOTE_TIMES } from "../http/engine-check.ts";
import { newFlagStreams } from "../http/flag-streams.ts";
import { type Metrics, newMetrics } from "../http/metrics.ts";
import { addNodeGauges } from "../http/node-gauges.ts";
import { findClientSettings } from "../http/operations/client-settings.ts";
import { operationHandlers } from "../http/operations/operation-handlers.ts";
import { clientScripts } from "../http/pages/client-scripts.ts";
import { countRequests, createRateLimits } from "../http/rate-limits.ts";
import { newReplySample } from "../http/reply-sample.ts";
import type { RespondPorts } from "../http/respond.ts";
import { type Capture, type CaptureDepth, startCapture } from "../ingest/capture.ts";
import type { CaptureEvents } from "../ingest/capture-events.ts";
import { type Closer, closeAll, closeOnFailure } from "../lib/threads/closers.ts";
import { startPeriodic, type WakeableTask } from "../lib/threads/retry.ts";
import { checkAlerts } from "../questions/alerts/check-alerts.ts";
import { deliverSubscriptions } from "../questions/alerts/deliver-subscriptions.ts";
import { createNotify } from "../questions/alerts/notify.ts";
import { alertNotify } from "../questions/alerts/notify-alert.ts";
import { findCohortPersons } from "../questions/find-cohort-persons.ts";
import { findingsOf } from "../questions/findings.ts";
import { removeGroupPersons } from "../questions/remove-group-persons.ts";
import { listEmbedders } from "../questions/shares.ts";
import { withLegacyRecordings } from "../recordings/legacy-files.ts";
import { snapshotMemory } from "../recordings/snapshot-memory.ts";
import type { Config } from "../settings/config.ts";
import { changesOf } from "../store/changes.ts";
import { fileEngine, giveBackSpace, legacyEngine, storeEngine } from "../store/choose-engines.ts";
import { type EngineWait, openEngines, openWithRetry } from "../store/open-with-retry.ts";
import type { Millis } from "../store/ports/common.ts";
import { NO_LEGACY_STORE } from "../store/ports/legacy-store.ts";
import { Keyring, projectFinder, startKeyUses } from "../tenants/keyring.ts";
import { oidcProvider } from "../tenants/sign-in/oidc-provider.ts";
import { sessionsOf } from "../tenants/sign-in/sessions.ts";
import { databaseFiles, watchDatabases } from "./database-watch.ts";
import { completeEvents, openAnswers } from "./open-answers.ts";
import { openMailer } from "./open-mailer.ts";
import { openMaintenance } from "./open-maintenance.ts";

/** How often to look whether stored data are those of this version. */
const UPGRADE_INTERVAL_MS = 600_000;
/** How often to look for alerts, subscriptions, cohorts of flags and scheduled changes that are due. */
const CHECK_INTERVAL_MS = 5000;
const WEBHOOK_GRACE_MS = 5000;
/** Maximum age of the changes that flag queries may not know yet. */
const CHANGES_AGE_MS = 500;

export interface ServiceContext {
  readonly log: Logger;
  /** Called when a part has died and the process should restart. */
  readonly onFatal: (error: Error) => void;
  /** Whether to use the selected store although the data directory belongs to another. */
  readonly adoptsStore: boolean;
  /** Aborts a start that waits for its engines: its reason is thrown. */
  readonly signal: AbortSignal;
  /** Wraps the function that responds to events and flag queries. */
  readonly watch?: (respond: RespondToClient) => RespondToClient;
  readonly createKeyring?: (...parameters: ConstructorParameters<typeof Keyring>) => Keyring;
  /** Time of the request being answered: for expiry, the arrival of events and "now" in questions. */
  readonly now?: () => Millis;
}

export type OpenService = Awaited<ReturnType<typeof openService>>;

/** Starts every part after those it needs. Throws one clear line if a part cannot start; then nothing keeps running. */
export function openService(config: Config, context: ServiceContext) {
  const closers: Closer[] = [];
  return closeOnFailure(closers, async () => {
    const parts = await open(config, context, closers);
    /** Lets the store catch up until the signal aborts, and closes every part. */
    const close: Closer = (signal) => closeAll(closers, signal);
    return { ...parts, close };
  });
}

async function open(config: Config, context: ServiceContext, closers: Closer[]) {
  const { log, onFatal, adoptsStore, signal, watch = (respond) => respond, now = Date.now } = context;
  const { createKeyring = (...parameters) => new Keyring(...parameters) } = context;
  const { store: stored, fileStore, legacy } = await openStores(config, log, signal, closers);
  const store = { ...stored, flags: withKnownFlags(stored.flags) };
  let started: Capture | undefined;
  const metrics = newMetrics(() => started?.depth() ?? EMPTY_DEPTH);
  const journalStore = { ...store, name: storeEngine(config).title, isAdopted: adoptsStore };
  const events = new EventEmitter<CaptureEvents>();
  watchCapture(events, metrics, log);
  let maintenance: WakeableTask | undefined;
  events.on("drained", ({ stored }) => stored > 0 && maintenance?.wake());
  events.on("fatal", onFatal);
  const starting = startCapture(config, journalStore, { events, now });
  // While the journal's thread starts, this one loads the contract and Koa.
  const validatesReplies = config.RESPONSE_VALIDATION === "throw";
  const loading = Promise.all([loadContract({ validatesReplies }), import("../http/adapters/koa.ts")]);
  loading.catch(() => undefined); // thrown below
  const capture = await starting;
  started = capture;
  closers.push((late) => capture.stop(late));

  const { tenants } = store;
  const memory = snapshotMemory(store.recordings, config.RECORDING_MEMORY_BYTES);
  maintenance = openMaintenance(config, { store, fileStore, legacy, memory, capture, metrics, log }, closers);
  const mailer = await openMailer(config, log, () => metrics.count("mails_failed_total", 1));
  closers.push(async () => mailer?.close());

  const webhook = newFlagWebhook(config, log, () => metrics.count("flag_webhooks_failed_total", 1));
  closers.push(async () => webhook?.close(WEBHOOK_GRACE_MS));

  const engines = {
    documents: engineCheck(store, storeEngine(config).isRemote ? REMOTE_TIMES : LOCAL_TIMES),
    files: engineCheck(fileStore, fileEngine(config).isRemote ? REMOTE_TIMES : LOCAL_TIMES),
    journal: engineCheck(capture, LOCAL_TIMES),
    legacy: legacy === NO_LEGACY_STORE ? undefined : engineCheck(legacy, REMOTE_TIMES),
  };
  const databases = watchDatabases(databaseFiles(config), log);
  closers.push(() => databases.close());
  const readiness = newReadiness(engines, config, (name) => databases.isDamaged(name));
  const onLate = (err: unknown) => log.debug({ err }, "the last uses of keys are stored later");
  const keyring = createKeyring(store.keys, Date.now, startKeyUses(store.keys, closers, onLate));
  const idleSeconds = config.SESSION_SECONDS;
  const sessions = config.CONSOLE === "on" ? sessionsOf({ ...store, idleSeconds, now }) : null;
  const providers = new Map(config.OIDC_PROVIDERS.map((one) => [one.id, oidcProvider(one, Date.now)]));
  const rateLimits = createRateLimits(config, Date.now, (limit) =>
    metrics.count("requests_rate_limited_total", { limit }),
  );
  const changes = changesOf({ records: async () => store.records, maxAgeMs: CHANGES_AGE_MS });
  const flags = new FlagDecider({ ...store, changes, now });
  const flagStreams = newFlagStreams({ flags, removals: store.projectRemovals, tenants, changes }, config);
  /** Ends the responses that would not end by themselves, and prevents new ones. */
  const endStreams = () => flagStreams.close();
  closers.push(endStreams);
  const answers = openAnswers(config, store, fileStore, log, { now });
  closers.push(() => answers.close());
  const allowsPrivate = config.FLAG_WEBHOOK_ALLOW_PRIVATE;
  const notify = createNotify({ mailer, allowsPrivate, logger: log });
  const { records } = store;
  const findings = findingsOf({ answers, records }, now);
  const flagChanges = { ...store, now, announce: (change: FlagChange) => webhook?.announce(change) };
  const startDue = (what: string, work: (signal: AbortSignal) => Promise<unknown>) =>
    startPeriodic(work, CHECK_INTERVAL_MS, (err) => log.warn({ err }, `${what} have to wait; it is tried again`));
  const tellSubscribers = alertNotify(tenants, notify);
  const due = [
    startDue("alerts", (signal) => checkAlerts({ records, answers, notify: tellSubscribers, now }, signal)),
    startDue("subscriptions", (signal) =>
      deliverSubscriptions({ records, tenants, answers, findings, notify, now }, signal),
    ),
    startDue("persons of cohorts", (signal) => findCohortPersons({ store, answers, now }, signal)),
    startDue("scheduled changes of flags", (signal) => makeScheduledChanges(flagChanges, signal)),
  ];
  closers.push(() => Promise.all([...due.map((task) => task.stop()), mailer?.close()]));
  const upgrade = async (signal: AbortSignal) => {
    await adoptFlagActivity(store, signal);
    await removeGroupPersons({ store, answers }, signal);
  };
  const onUpgrade = (err: unknown) => log.warn({ err }, "an upgrade of stored data has to wait");
  const upgrading = startPeriodic(upgrade, UPGRADE_INTERVAL_MS, onUpgrade);
  closers.push(() => upgrading.stop());
  addNodeGauges(metrics.registry, { readiness, store, capture, flagStreams, databases: databases.states });
  const ports = {
    store: { ...store, events: completeEvents(store, async () => answers) },
    fileStore,
    memory,
    redirectsToFiles: config.RECORDING_DOWNLOADS === "redirect",
    legacy,
    capture,
    answers,
    findings,
    keyring,
    sessions,
    hasPasswords: config.PASSWORDS,
    providers,
    projects: countRequests(projectFinder(keyring, tenants), rateLimits.key_requests),
    clientSettings: findClientSettings(store.records, now),
    rateLimits,
    flags,
    flagStreams,
    flagChanges,
    invites: {
      ...store,
      mailer,
      logger: log,
      now,
      expirySeconds: config.INVITE_EXPIRY_SECONDS,
      limits: { perHour: config.INVITES_PER_HOUR, repeatMs: config.INVITE_REPEAT_SECONDS * 1000 },
    },
    scripts: clientScripts(),
    metrics,
    readiness,
    log,
    now,
  };
  const parser = newParserThreads();
  closers.push(() => parser.close());
  const [contract, { createApp }] = await loading;
  const { RESPONSE_VALIDATION: responseValidation, BODY_BYTES_PER_SECOND: bytesPerSecond } = config;
  const arrivalRate = { bytesPerSecond, seconds: config.BODY_TIMEOUT_SECONDS };
  const respondPorts: RespondPorts = {
    contract,
    deprecatedUse: trackDeprecatedUse(metrics, log),
    handlers: operationHandlers(ports),
    keyring,
    tenants,
    sessions,
    rateLimits,
    bodyLimits: { limit: config.BODY_LIMIT_BYTES, memory: newBodyMemory(config.BODY_MEMORY_BYTES, arrivalRate) },
    parser,
    metrics,
    log,
    responseValidation,
    replySample: newReplySample({ contract, metrics, log, responseValidation }),
    embedders: (token) => listEmbedders(token, store.records),
  };
  const holdReply = newReplyMemory(config.REPLY_MEMORY_BYTES);
  const app = createApp(respondPorts, config, holdReply);
  const answering = createListener(app.callback(), watch(clientResponder(respondPorts)), log, config, holdReply);
  return { listener: answering, store, fileStore, memory, readiness, metrics, endStreams };
}

async function openStores(config: Config, log: Logger, signal: AbortSignal, closers: Closer[]) {
  const wait: EngineWait = {
    timeoutSeconds: config.ENGINE_WAIT_SECONDS,
    signal,
    onWait: (engine, reason) => log.warn({ engine, reason }, "waiting for an engine"),
  };
  const warn = (message: string) => log.warn(message);
  const bytes = await giveBackSpace(config);
  if (bytes > 0) log.info({ bytes }, "free space of the database was given back");
  const [store, objects] = await openEngines(storeEngine(config, warn), fileEngine(config), wait);
  for (const opened of [store, objects]) closers.push(() => opened.close());
  const legacy = await openWithRetry(legacyEngine(config), wait);
  closers.push(() => legacy.close());
  return { store, fileStore: { ...objects, files: withLegacyRecordings(objects.files, legacy) }, legacy };
}

const EMPTY_DEPTH: CaptureDepth = { entries: 0, bytes: 0, oldestSeconds: 0, deadLetters: 0 };

function watchCapture(events: EventEmitter<CaptureEvents>, metrics: Metrics, log: Logger): void {
  events
    .on("drained", (report) => metrics.countDrained(report))
    .on("unavailable", () => metrics.countDrainRetry())
    .on("expired", (run) => {
      metrics.countExpired(run);
      if (run.events > 0) log.info(run, "removed events that were older than their retention");
    })
    .on("erasureFailure", () => metrics.count("erasure_failures_total", 1))
    .on("history", (run) => metrics.setHistory(run))
    .on("warning", (message, fields) => log.warn(fields, message))
    .on("shareExceeded", (project) => {
      metrics.count("journal_share_refusals_total", 1);
      log.warn({ project }, "a project has its share of the journal; its events are refused");
    })
    .on("drainDeath", (err, pauseMs) => {
      metrics.count("drain_deaths_total", 1);
      log.error({ err, pauseMs }, "the drain died; it is restarted");
    });
}
