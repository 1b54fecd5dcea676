import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { KeyUses } from "./access/key-uses.ts";
import { Keyring, ProjectFinder } from "./access/keyring.ts";
import { runFirstSetup, type SetupResult } from "./access/setup.ts";
import { type Capture, type CaptureDepth, startCapture } from "./capture/capture.ts";
import type { Config } from "./config.ts";
import { columnarEngine, fileEngine, storeEngine, storeName } from "./engines/choose-engines.ts";
import { type EngineWait, openEngines, openWithRetry } from "./engines/open-with-retry.ts";
import { FlagDecider } from "./flags/flag-decider.ts";
import { startHttpServer } from "./http/adapters/http-server.ts";
import { createListener } from "./http/adapters/node-http.ts";
import { ParserThreads } from "./http/adapters/parser-thread.ts";
import { Contract } from "./http/contract/contract.ts";
import { BodyMemory } from "./http/decode/body-memory.ts";
import { Metrics } from "./http/metrics.ts";
import { addNodeGauges } from "./http/node-gauges.ts";
import { operationHandlers } from "./http/operations/operation-handlers.ts";
import { ClientScripts } from "./http/pages/client-scripts.ts";
import { countRequests, createRateLimits } from "./http/rate-limits.ts";
import { Readiness } from "./http/readiness.ts";
import type { RespondPorts } from "./http/respond.ts";
import type { InviteMailer } from "./invites/invite-mailer.ts";
import { withLegacyRecordings } from "./recordings/legacy/legacy-files.ts";
import { type MaintenanceOptions, startRecordingMaintenance } from "./recordings/maintenance/recording-maintenance.ts";
import { SnapshotMemory } from "./recordings/player/snapshot-memory.ts";
import { startPeriodic } from "./retry.ts";
import { NO_COLUMNAR_STORE } from "./storage/no-columnar.ts";

const MAINTENANCE_INTERVAL_MS = 1000;
const KEY_USES_INTERVAL_MS = 10_000;

export interface Service {
  readonly port: number;
  /** What the first start created; null on later starts. */
  readonly firstSetup: SetupResult | null;
  /** Sends clients and balancers to other nodes for `SHUTDOWN_DELAY_SECONDS`, or until the signal aborts. */
  retire(signal: AbortSignal): Promise<void>;
  /** Finishes requests in flight, lets the store catch up, and closes everything, within `SHUTDOWN_SECONDS`. */
  stop(): Promise<void>;
}

interface ServiceContext {
  readonly log: Logger;
  /** Called when a part has died, so that the process should restart. */
  readonly onFatal: (error: Error) => void;
  /** Whether to use the selected store although the data directory belongs to another. */
  readonly adoptsStore: boolean;
  /** Aborts a start that waits for its engines: its reason is thrown. */
  readonly signal: AbortSignal;
}

/** Closes one part; when the signal aborts, there is no more time to wait for its work in progress. */
type Closer = (signal: AbortSignal) => Promise<unknown>;

/** Starts every part after those it needs. Throws one clear line if a part cannot start; then nothing keeps running. */
export async function startService(config: Config, context: ServiceContext): Promise<Service> {
  const closers: Closer[] = [];
  try {
    return await start(config, context, closers);
  } catch (error) {
    await closeAll(closers, AbortSignal.timeout(0)).catch(() => undefined);
    throw error;
  }
}

/** Closes all parts, the last one first, and then throws the first error if there was one. */
async function closeAll(closers: readonly Closer[], signal: AbortSignal): Promise<void> {
  const errors: unknown[] = [];
  for (const close of closers.toReversed()) await close(signal).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

async function start(
  config: Config,
  { log, onFatal, adoptsStore, signal }: ServiceContext,
  closers: Closer[],
): Promise<Service> {
  const wait: EngineWait = {
    timeoutSeconds: config.ENGINE_WAIT_SECONDS,
    signal,
    onWait: (engine, reason) => log.warn({ engine, reason }, "waiting for an engine"),
  };
  const warn = (message: string) => log.warn(message);
  const [store, objects] = await openEngines(storeEngine(config, warn), fileEngine(config), wait);
  closers.push(
    () => store.close(),
    () => objects.close(),
  );
  const columnar = await openWithRetry(columnarEngine(config), wait);
  closers.push(() => columnar.close());
  const fileStore = { ...objects, files: withLegacyRecordings(objects.files, columnar) };

  let started: Capture | undefined;
  const metrics = new Metrics(() => started?.depth() ?? EMPTY_DEPTH);
  const journalStore = { ...store, name: storeName(config), isAdopted: adoptsStore };
  const starting = startCapture(config, journalStore, {
    onDrained: (report) => metrics.countDrained(report),
    onDrainRetry: () => metrics.countDrainRetry(),
    warn: (fields, message) => log.warn(fields, message),
    onShareExceeded(project) {
      metrics.countShareExceeded();
      log.warn({ project }, "a project has its share of the journal; its events are refused");
    },
    onDrainDeath(err, pauseMs) {
      metrics.countDrainDeath();
      log.error({ err, pauseMs }, "the drain died; it is restarted");
    },
    onFatal,
  });
  // While the journal's thread starts, this one compiles the contract and loads Koa.
  const loading = Promise.all([Contract.load(), import("./http/adapters/koa.ts")]);
  loading.catch(() => undefined); // thrown below
  const capture = await starting;
  started = capture;
  closers.push((late) => capture.stop(late));

  const { recordings, invites, tenants } = store;
  const memory = new SnapshotMemory(recordings, config.RECORDING_MEMORY_BYTES);
  const maintenance = startRecordingMaintenance(maintenanceOptions(config, log, metrics), {
    ...recordings,
    files: fileStore.files,
    fileStore,
    columnar,
    memory,
    setAside: async (chunks) => {
      metrics.countDeadLetters(await capture.setAside(chunks.map((chunk) => ({ ...chunk, at: Date.now() }))));
    },
    now: Date.now,
  });
  closers.push(() => maintenance.stop());
  const mailer = await newMailer(config, log, () => metrics.countMailFailure());
  closers.push(async () => mailer?.close());

  const engines = {
    documents: store,
    files: fileStore,
    journal: capture,
    columnar: columnar === NO_COLUMNAR_STORE ? undefined : columnar,
  };
  const readiness = new Readiness(engines, config);
  addNodeGauges(metrics.registry, { readiness, store, capture });
  const keyUses = new KeyUses(store.keys);
  const storingUses = startPeriodic(
    () => keyUses.store(),
    KEY_USES_INTERVAL_MS,
    (err) => log.debug({ err }, "the last uses of keys are stored later"),
  );
  closers.push(async () => {
    await storingUses.stop();
    await keyUses.store().catch(() => undefined); // a missing use does no harm
  });
  const keyring = new Keyring(store.keys, Date.now, keyUses);
  const rateLimits = createRateLimits(config, Date.now, (limit) => metrics.countRateLimited(limit));
  const ports = {
    store,
    fileStore,
    memory,
    redirectsToFiles: config.RECORDING_DOWNLOADS === "redirect",
    columnar,
    capture,
    keyring,
    projects: countRequests(new ProjectFinder(keyring, tenants), rateLimits.key_requests),
    rateLimits,
    flags: new FlagDecider({ ...store, now: Date.now }),
    flagChanges: { flags: store.flags, now: Date.now, announce: () => undefined },
    invites: {
      invites,
      tenants,
      mailer,
      logger: log,
      now: Date.now,
      expirySeconds: config.INVITE_EXPIRY_SECONDS,
      limits: { perHour: config.INVITES_PER_HOUR, repeatMs: config.INVITE_REPEAT_SECONDS * 1000 },
    },
    scripts: new ClientScripts(),
    metrics,
    readiness,
    now: Date.now,
  };
  const parser = new ParserThreads();
  closers.push(() => parser.close());
  const [contract, { createApp }] = await loading;
  const respondPorts: RespondPorts = {
    contract,
    handlers: operationHandlers(ports),
    keyring,
    rateLimits,
    bodyLimits: { limit: config.BODY_LIMIT_BYTES, memory: newBodyMemory(config) },
    parser,
    metrics,
    log,
    responseValidation: config.RESPONSE_VALIDATION,
  };
  const app = await createApp(respondPorts, config);
  const server = await startHttpServer(createListener(app.callback(), respondPorts, config), config);
  closers.push((late) => server.close(late));
  return {
    port: server.port,
    firstSetup: await runFirstSetup(store),
    async retire(signal) {
      if (config.SHUTDOWN_DELAY_SECONDS === 0) return;
      readiness.markStopping();
      server.retire();
      await sleep(config.SHUTDOWN_DELAY_SECONDS * 1000, undefined, { signal }).catch(() => undefined);
    },
    stop: () => closeAll(closers, AbortSignal.timeout(config.SHUTDOWN_SECONDS * 1000)),
  };
}

function newBodyMemory(config: Config): BodyMemory {
  const { BODY_MEMORY_BYTES, BODY_BYTES_PER_SECOND: bytesPerSecond, BODY_TIMEOUT_SECONDS: seconds } = config;
  return new BodyMemory(BODY_MEMORY_BYTES, { bytesPerSecond, seconds });
}

const EMPTY_DEPTH: CaptureDepth = { entries: 0, bytes: 0, oldestSeconds: 0, deadLetters: 0 };

function maintenanceOptions(config: Config, log: Logger, { recordings: events }: Metrics): MaintenanceOptions {
  return {
    ageMs: config.RECORDING_INGESTION_LIMIT_SECONDS * 1000,
    bytes: config.RECORDING_FLUSH_BYTES,
    intervalMs: MAINTENANCE_INTERVAL_MS,
    retentionMs: config.RECORDING_RETENTION_SECONDS * 1000,
    events,
    report: (error, session) => log.warn({ err: error, ...session }, "recording maintenance failed; it is retried"),
  };
}

async function newMailer(
  { SMTP_URL: smtpUrl, MAIL_FROM: from, PUBLIC_URL: serviceUrl }: Config,
  logger: Logger,
  onFailure: () => void,
): Promise<InviteMailer | null> {
  if (!smtpUrl) return null;
  const { InviteMailer } = await import("./invites/invite-mailer.ts");
  return new InviteMailer({ smtpUrl, from, serviceUrl, logger, onFailure });
}
