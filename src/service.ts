import { mkdir } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "pino";
import { Keyring } from "./access/keyring.ts";
import { ProjectFinder } from "./access/projects.ts";
import { firstSetup, type SetupResult } from "./access/setup.ts";
import { type Capture, startCapture } from "./capture/capture.ts";
import type { Config } from "./config.ts";
import { openDocuments, openFiles } from "./engines.ts";
import { FlagDecider } from "./flags/decide.ts";
import { createApp } from "./http/app.ts";
import { Contract } from "./http/contract/contract.ts";
import { Metrics } from "./http/metrics.ts";
import { InviteMailer } from "./invites/mail.ts";
import { startFlusher } from "./recordings/flusher.ts";
import { SnapshotMemory } from "./recordings/memory.ts";

const FLUSH_INTERVAL_MS = 1000;

export interface Service {
  readonly port: number;
  /** What the first start made; null on every later one. */
  readonly made: SetupResult | null;
  /** Finishes what is in flight, lets the store catch up, and closes everything; within the time that the settings give. */
  stop(): Promise<void>;
}

/** Starts everything, in the order in which each part needs those before it. Throws, with one clear line, where it cannot. */
export async function startService(config: Config, log: Logger, died: (error: Error) => void): Promise<Service> {
  await mkdir(config.DATA_DIR, { recursive: true });
  const documents = await openDocuments(config);
  const fileStore = await openFiles(config);
  const contract = await Contract.load();
  const listening: { capture?: Capture } = {};
  const metrics = new Metrics(() => listening.capture?.depth() ?? { entries: 0, bytes: 0, oldest: null });
  const capture = await startCapture(config, {
    deadLetters: (count) => metrics.deadLetters(count),
    drained: (report) => metrics.drained(report),
    warn: (fields, message) => log.warn(fields, message),
    died,
  });
  listening.capture = capture;
  const memory = new SnapshotMemory(documents.recordings, config.RECORDING_MEMORY_BYTES);
  const flusher = startFlusher(
    {
      ageMs: config.RECORDING_INGESTION_LIMIT_SECONDS * 1000,
      bytes: config.RECORDING_FLUSH_BYTES,
      intervalMs: FLUSH_INTERVAL_MS,
      report: (error, session) => log.warn({ err: error, ...session }, "snapshots could not be moved to a file yet"),
    },
    { recordings: documents.recordings, files: fileStore.files, now: Date.now },
  );
  const keyring = new Keyring(documents.keys);
  const mailer = config.SMTP_URL
    ? new InviteMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM, serviceUrl: config.PUBLIC_URL, logger: log })
    : null;
  const { invites, tenants } = documents;
  const ports = {
    documents,
    fileStore,
    memory,
    capture,
    keyring,
    projects: new ProjectFinder(keyring, tenants),
    flags: new FlagDecider({ ...documents, now: Date.now }),
    invites: { invites, tenants, mailer, logger: log, now: Date.now, expirySeconds: config.INVITE_EXPIRY_SECONDS },
    metrics,
    now: Date.now,
  };
  const app = await createApp(contract, ports, config, log);
  const server = createServer(app.callback());
  await listen(server, config);
  const made = await firstSetup(documents);
  return {
    port: (server.address() as AddressInfo).port,
    made,
    async stop() {
      const late = AbortSignal.timeout(config.SHUTDOWN_SECONDS * 1000);
      await closeServer(server, late);
      await Promise.all([mailer?.close(), flusher.stop(), capture.stop(late)]);
      await Promise.all([documents.close(), fileStore.close()]);
    },
  };
}

function listen(server: Server, { HOST, PORT }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "EADDRINUSE" ? "another program uses it" : error.message;
      reject(new Error(`Cannot listen on ${HOST}:${PORT}: ${why}. Set PORT to another port.`));
    });
    server.listen(PORT, HOST, resolve);
  });
}

/** Takes no new connections, lets requests under way end, and cuts those that are still there when the signal comes. */
function closeServer(server: Server, late: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    late.addEventListener("abort", () => server.closeAllConnections());
  });
}
