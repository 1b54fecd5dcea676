import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import {
  createTestEnvironment,
  removeTestEnvironment,
} from "../../../contract-tests/services/create-test-environment.ts";
import type { EngineName } from "../../../contract-tests/services/test-environment.ts";
import { minimalProcessEnv } from "../../../test/support/child-process.ts";
import { freePort } from "../../../test/support/free-port.ts";
import { storeEvents } from "../workloads/stored-events.ts";
import type { Workload } from "../workloads/workload.ts";
import type { BenchServer } from "./bench-server.ts";
import { startMeasuredProcess } from "./measured-process.ts";

const run = promisify(execFile);

/**
 * Starts the service that is built in `directory` with a new store, which has the flags and the data of the workload,
 * and some more events.
 * It is restarted after storing data, so that memory at rest is that of a service just started.
 */
export async function startSightline(
  name: string,
  directory: string,
  engines: readonly EngineName[],
  workload: Workload,
  storedEvents = 0,
): Promise<BenchServer> {
  const environment = await createTestEnvironment(engines, false);
  const { dataDir } = environment;
  const settings = {
    DATA_DIR: dataDir,
    HOST: "127.0.0.1",
    LOG_LEVEL: "info",
    RATE_LIMIT_PER_MINUTE: "0",
    ...workload.settings,
    ...environment.engineSettings,
  };
  const env = { ...minimalProcessEnv({ NODE_ENV: "production", ...settings }) };
  const cli = async (...args: string[]) =>
    (await run(process.execPath, ["dist/main.js", ...args], { cwd: directory, env })).stdout;
  const start = async () => {
    const process = await startMeasuredProcess({
      args: ["dist/main.js", "serve"],
      port: await freePort(),
      directory,
      settings,
      readyPath: "/_ready",
      readyStatus: 200,
    });
    const remove = () => process.stop().then(() => removeTestEnvironment(environment));
    return { ...process, name, keys, dataDir, remove, waitUntilIdle: () => waitUntilJournalEmpty(process.url) };
  };
  const setup = JSON.parse(await cli("setup", "--json"));
  const keys = {
    project: setup.project_api_key,
    personal: setup.personal_api_key,
    projectId: String(setup.project_id),
  };
  try {
    if (workload.flags) {
      const file = join(dataDir, "flags.json");
      await writeFile(file, JSON.stringify(workload.flags));
      await cli("flags", "apply", file);
    }
    if (workload.prepare || storedEvents > 0) {
      const server = await start();
      const prepare = async () => {
        await storeEvents(server, storedEvents);
        await workload.prepare?.(server);
      };
      await prepare().finally(() => server.stop());
    }
    return await start();
  } catch (error) {
    await removeTestEnvironment(environment);
    throw error;
  }
}

/** Each request takes the service some 4 ms of CPU time, which are counted. */
const POLL_MS = 250;

/** Waits until the service has stored everything that it has accepted. */
async function waitUntilJournalEmpty(url: string): Promise<void> {
  for (;;) {
    const text = await (await fetch(`${url}/metrics`)).text();
    const entries = /^sightline_journal_entries (\S+)$/m.exec(text)?.[1];
    if (entries === undefined) throw new Error("The service has no metric sightline_journal_entries.");
    if (Number(entries) === 0) return;
    await sleep(POLL_MS);
  }
}
