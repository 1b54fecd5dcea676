import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "pino";
import { Keyring, ProjectFinder } from "./access/keyring.ts";
import { runFirstSetup, type SetupResult } from "./access/setup.ts";
import { type Capture, startCapture } from "./capture/capture.ts";
import type { Config } from "./config.ts";
import { columnarEngine, fileEngine, storeEngine } from "./engines/choose-engines.ts";
import { type EngineWait, openEngines, openWithRetry } from "./engines/open-with-retry.ts";
import { FlagDecider } from "./flags/flag-decider.ts";
import { createApp } from "./http/adapters/koa.ts";
import { ParserThread } from "./http/adapters/parser-thread.ts";
import { Contract } from "./http/contract/contract.ts";
import { BodyMemory } from "./http/decode/read-body.ts";
import { Metrics } from "./http/metrics.ts";
import { operationHandlers } from "./http/operations/operation-handlers.ts";
import { ClientScripts } from "./http/pages/client-scripts.ts";
import { RateLimit } from "./http/rate-limit.ts";
import { InviteMailer } from "./invites/invite-mailer.ts";
import { withLegacyRecordings } from "./recordings/legacy/legacy-files.ts";
import { type MaintenanceOptions, startRecordingMaintenance } from "./recordings/maintenance/recording-maintenance.ts";
import { SnapshotMemory } from "./recordings/player/snapshot-memory.ts";

const MAINTENANCE_INTERVAL_MS = 1000;

export interface Service {
  readonly port: number;
  /** What the first start made; null on every later one. */
  readonly firstSetup: SetupResult | null;
  /** Finishes what is in flight, lets the store catch up, and closes everything; within the time that the settings give. */
  stop(): Promise<void>;
}

interface ServiceContext {
  readonly log: Logger;
  /** Is told that a part has died, and the process had better start anew. */
  readonly onFatal: (error: Error) => void;
  /** Ends a start that waits for its engines; its reason is thrown then. */
  readonly signal: AbortSignal;
}

/** Starts everything, in the order in which each part needs those before it. Throws, with one clear line, where it cannot; nothing runs on then. */
export async function startService(config: Config, surroundings: ServiceContext): Promise<Service> {
  const closers: Closer[] = [];
  try {
    return await start(config, surroundings, closers);
  } catch (error) {
    await closeAll(closers, AbortSignal.timeout(0)).catch(() => undefined);
    throw error;
  }
}

/** Closes one part; the signal says that there is no more time to wait for what is under way. */
type Closer = (late: AbortSignal) => Promise<unknown>;

/** In the opposite order of their making, all of them; then throws what the first of them threw, if one did. */
async function closeAll(closers: readonly Closer[], late: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closers.toReversed()) await close(late).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function start(
  config: Config,
  { log, onFatal: died, signal: giveUp }: ServiceContext,
  closers: Closer[],
): Promise<Service> {
  const warn = (message: string) => log.warn(message);
  const patience: EngineWait = {
    timeoutSeconds: config.ENGINE_WAIT_SECONDS,
    signal: giveUp,
    onWait: (engine, reason) => log.warn({ engine, reason }, "waiting for an engine"),
  };
  const [documents, objects] = await openEngines(storeEngine(config, warn), fileEngine(config), patience);
  closers.push(
    () => documents.close(),
    () => objects.close(),
  );
  const columnar = await openWithRetry(columnarEngine(config), patience);
  closers.push(() => columnar.close());
  const fileStore = { ...objects, files: withLegacyRecordings(objects.files, columnar) };
  const started: { capture?: Capture } = {};
  const metrics = new Metrics(
    () => started.capture?.depth() ?? { entries: 0, bytes: 0, oldestSeconds: 0, deadLetters: 0 },
  );
  const capture = await startCapture(config, {
    onDrained: (report) => metrics.countDrained(report),
    warn: (fields, message) => log.warn(fields, message),
    onFatal: died,
  });
  started.capture = capture;
  closers.push((late) => capture.stop(late));
  const memory = new SnapshotMemory(documents.recordings, config.RECORDING_MEMORY_BYTES);
  const upkeep = startRecordingMaintenance(maintenanceOptions(config, log, metrics), {
    recordings: documents.recordings,
    files: fileStore.files,
    fileStore,
    columnar,
    memory,
    setAside: async (dead) => {
      metrics.countDeadLetters(await capture.setAside(dead.map((one) => ({ ...one, at: Date.now() }))));
    },
    now: Date.now,
  });
  closers.push(() => upkeep.stop());
  const mailer = newMailer(config, log);
  closers.push(async () => mailer?.close());
  const keyring = new Keyring(documents.keys);
  const { invites, tenants } = documents;
  const ports = {
    store: documents,
    fileStore,
    memory,
    redirectsToFiles: config.RECORDING_DOWNLOADS === "redirect",
    columnar,
    capture,
    keyring,
    projects: new ProjectFinder(keyring, tenants),
    flags: new FlagDecider({ ...documents, now: Date.now }),
    invites: { invites, tenants, mailer, logger: log, now: Date.now, expirySeconds: config.INVITE_EXPIRY_SECONDS },
    scripts: new ClientScripts(),
    metrics,
    now: Date.now,
  };
  const parser = new ParserThread(ports);
  closers.push(() => parser.close());
  const respondPorts = {
    contract: await Contract.load(),
    handlers: operationHandlers(ports),
    keyring,
    rateLimit: new RateLimit(config.RATE_LIMIT_PER_MINUTE, Date.now),
    bodyLimits: { limit: config.BODY_LIMIT_BYTES, memory: new BodyMemory(config.BODY_MEMORY_BYTES) },
    parser,
    metrics,
    log,
    responseValidation: config.RESPONSE_VALIDATION,
  };
  const server = createServer((await createApp(respondPorts, config)).callback());
  await listen(server, config);
  closers.push((late) => closeServer(server, late));
  return {
    port: (server.address() as AddressInfo).port,
    firstSetup: await runFirstSetup(documents),
    stop: () => closeAll(closers, AbortSignal.timeout(config.SHUTDOWN_SECONDS * 1000)),
  };
}

function maintenanceOptions(config: Config, log: Logger, { recordings: events }: Metrics): MaintenanceOptions {
  return {
    ageMs: config.RECORDING_INGESTION_LIMIT_SECONDS * 1000,
    bytes: config.RECORDING_FLUSH_BYTES,
    intervalMs: MAINTENANCE_INTERVAL_MS,
    retentionMs: config.RECORDING_RETENTION_SECONDS * 1000,
    events,
    report: (error, session) => log.warn({ err: error, ...session }, "the upkeep of recordings has to wait"),
  };
}

function newMailer({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: Config, logger: Logger): InviteMailer | null {
  return SMTP_URL ? new InviteMailer({ smtpUrl: SMTP_URL, from: MAIL_FROM, serviceUrl: PUBLIC_URL, logger }) : null;
}

function listen(server: Server, { HOST, PORT }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const inUse = error.code === "EADDRINUSE";
      const why = inUse ? "another program uses it. Set PORT to another port" : error.message;
      reject(new Error(`Cannot listen on ${HOST}:${PORT}: ${why}.`));
    });
    server.listen(PORT, HOST, resolve);
  });
}

const IDLE_SWEEP_MS = 50;

/** Takes no new connections, lets requests under way end, and cuts those that are still there when the signal comes. */
async function closeServer(server: Server, late: AbortSignal): Promise<void> {
  const closed = new Promise<unknown>((resolve) => server.close(resolve));
  // A client that goes on sending is told to go with its next answer; one that says nothing more is let go.
  server.prependListener("request", (_request, response) => response.setHeader("Connection", "close"));
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
  const cut = () => server.closeAllConnections();
  late.addEventListener("abort", cut);
  if (late.aborted) cut();
  await closed;
  clearInterval(sweep);
}
