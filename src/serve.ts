import pino from "pino";
import type { SetupResult } from "./access/setup.ts";
import { readConfig } from "./config.ts";
import { startService } from "./service.ts";
import { welcome } from "./welcome.ts";

/** Runs the service until SIGTERM or SIGINT. Throws, with one clear line, where it cannot start, and where it dies. */
export async function serve(environment: Readonly<Record<string, string | undefined>>): Promise<void> {
  const config = readConfig(environment);
  const log = pino({ level: config.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  let fail: (error: Error) => void = () => {};
  const death = new Promise<never>((_, reject) => {
    fail = reject;
  });
  death.catch(() => undefined); // it may come before anybody waits for it
  const service = await startService(config, log, fail);
  const signal = untilSignal(); // not before: a start that hangs can be ended as any program
  log.info({ port: service.port, dataDir: config.DATA_DIR }, "ready");
  if (service.made) showKeys(service.made, service.port);
  try {
    log.info({ signal: await Promise.race([signal, death]) }, "stopping");
  } finally {
    await service.stop();
  }
  log.info("stopped");
}

/** To standard error, which is no log: the keys are shown this once, and belong in no log. */
function showKeys(made: SetupResult, port: number): void {
  process.stderr.write(welcome(made, port));
}

function untilSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, resolve);
  });
}
