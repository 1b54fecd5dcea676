import type { Logger } from "pino";
import { PROGRAM } from "../lib/program-name.ts";
import { collectAtRest } from "../lib/threads/collect-at-rest.ts";
import { watchTermination } from "../lib/threads/termination.ts";
import { VERSION } from "../lib/version.ts";
import { findUnsharedFiles, findUnusableLinks } from "../ops/diagnose-settings.ts";
import { type Config, readConfig } from "../settings/config.ts";
import { findUnknownSettings } from "../settings/unknown-settings.ts";
import { fileEngine, storeEngine } from "../store/choose-engines.ts";
import { closeToOthers } from "../store/private-files.ts";
import { createLog, standardOutput } from "./create-log.ts";
import { startService } from "./service.ts";
import { formatWelcome } from "./welcome.ts";

export interface ServeOptions {
  /** Uses the selected store although the data directory belongs to another. */
  readonly adoptStore?: boolean;
}

/** Runs the service until SIGTERM or SIGINT. Throws an error with a one-line message if it cannot start or fails. */
export async function serve(
  environment: Readonly<Record<string, string | undefined>>,
  { adoptStore: adoptsStore = false }: ServeOptions = {},
): Promise<void> {
  const config = readConfig(environment);
  const { log, flush } = createLog(config, standardOutput());
  try {
    await run(config, environment, log, adoptsStore);
  } finally {
    flush();
  }
}

async function run(
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
  log: Logger,
  adoptsStore: boolean,
): Promise<void> {
  log.info({ version: VERSION, node: process.version }, "starting");
  for (const sentence of findUnknownSettings(environment)) log.warn(sentence);
  for (const sentence of [findUnusableLinks(config), findUnsharedFiles(config)]) {
    if (sentence !== null) log.warn(sentence);
  }
  await closeDataDirectory(config.DATA_DIR, log);
  const { terminated, stopping, onFatal, untilNextSignal } = watchTermination();
  const service = await startService(config, { log, onFatal, adoptsStore, signal: stopping }).catch((error) => {
    if (error !== stopping.reason) throw error;
    return null;
  });
  if (!service) return log.info("stopped during the start");
  collectAtRest();
  const engines = { store: storeEngine(config).name, files: fileEngine(config).name };
  log.info({ version: VERSION, port: service.port, dataDir: config.DATA_DIR, engines }, "ready");
  // Standard error, because a log must not contain keys.
  if (service.firstSetup) process.stderr.write(formatWelcome(service.firstSetup, service.port, config));
  try {
    log.info({ signal: await terminated, delaySeconds: config.SHUTDOWN_DELAY_SECONDS }, "stopping");
    await untilNextSignal(service.retire);
  } finally {
    await service.stop();
  }
  log.info("stopped");
}

/** Some volumes have modes that cannot be changed: then the service starts nevertheless, and `doctor` warns. */
async function closeDataDirectory(directory: string, log: Logger): Promise<void> {
  try {
    const closed = await closeToOthers(directory);
    if (closed.length > 0) log.info({ paths: closed }, "other users can no longer read the data");
  } catch (error) {
    log.warn({ err: error }, `other users may be able to read the data: see \`${PROGRAM} doctor\``);
  }
}
