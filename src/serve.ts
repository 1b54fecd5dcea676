import pino from "pino";
import type { SetupResult } from "./access/setup.ts";
import { readConfig } from "./config.ts";
import { startService } from "./service.ts";
import { formatWelcome } from "./welcome.ts";

/** Runs the service until SIGTERM or SIGINT. Throws, with one clear line, where it cannot start, and where it dies. */
export async function serve(environment: Readonly<Record<string, string | undefined>>): Promise<void> {
  const config = readConfig(environment);
  const log = pino({ level: config.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  const ended = watchSignals();
  const service = await startService(config, { log, onFatal: ended.fail, signal: ended.asked }).catch((error) => {
    if (error !== ended.asked.reason) throw error;
    return null;
  });
  if (!service) return log.info("stopped before the start was done");
  log.info({ port: service.port, dataDir: config.DATA_DIR }, "ready");
  if (service.firstSetup) printKeys(service.firstSetup, service.port);
  try {
    log.info({ signal: await ended.signal }, "stopping");
  } finally {
    await service.stop();
  }
  log.info("stopped");
}

/** To standard error, which is no log: the keys are shown this once, and belong in no log. */
function printKeys(made: SetupResult, port: number): void {
  process.stderr.write(formatWelcome(made, port));
}

function watchSignals(): { signal: Promise<string>; fail: (error: Error) => void; asked: AbortSignal } {
  let fail: (error: Error) => void = () => {};
  const asked = new AbortController();
  const signal = new Promise<string>((resolve, reject) => {
    fail = reject;
    for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, resolve);
  });
  signal.then(() => asked.abort()).catch(() => undefined);
  return { signal, fail, asked: asked.signal };
}
