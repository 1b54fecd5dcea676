import pino from "pino";
import { readConfig } from "./config.ts";
import { startService } from "./service.ts";
import { formatWelcome } from "./welcome.ts";

/** Runs the service until SIGTERM or SIGINT. Throws an error with a one-line message if it cannot start or fails. */
export async function serve(environment: Readonly<Record<string, string | undefined>>): Promise<void> {
  const config = readConfig(environment);
  const log = pino({ level: config.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  const { terminated, stopping, onFatal } = watchTermination();
  const service = await startService(config, { log, onFatal, signal: stopping }).catch((error) => {
    if (error !== stopping.reason) throw error;
    return null;
  });
  if (!service) return log.info("stopped during the start");
  log.info({ port: service.port, dataDir: config.DATA_DIR }, "ready");
  // Standard error instead of the log, because a log must not contain keys.
  if (service.firstSetup) process.stderr.write(formatWelcome(service.firstSetup, service.port));
  try {
    log.info({ signal: await terminated }, "stopping");
  } finally {
    await service.stop();
  }
  log.info("stopped");
}

interface Termination {
  /** Resolves with the name of the signal that the process receives; rejects after `onFatal`. */
  readonly terminated: Promise<string>;
  /** Aborts when the process receives a signal. */
  readonly stopping: AbortSignal;
  readonly onFatal: (error: Error) => void;
}

function watchTermination(): Termination {
  const stopping = new AbortController();
  let onFatal: (error: Error) => void = () => {};
  const terminated = new Promise<string>((resolve, reject) => {
    onFatal = reject;
    for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, resolve);
  });
  terminated.then(() => stopping.abort()).catch(() => undefined);
  return { terminated, stopping: stopping.signal, onFatal };
}
