import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { createTestEnvironment, removeTestEnvironment } from "../../contract-tests/services/create-test-environment.ts";
import type { EngineName, TestEnvironment } from "../../contract-tests/services/test-environment.ts";
import { FLAGS } from "./bench-cases.ts";
import { type MeasuredServer, startMeasuredServer } from "./measured-server.ts";

const run = promisify(execFile);

/** The service with a data directory and engines of its own. */
export interface MeasuredSightline {
  readonly server: MeasuredServer;
  readonly environment: TestEnvironment;
  /** The project API key. */
  readonly key: string;
  readonly projectId: string;
  readonly personalKey: string;
  /** Stops the service and removes its data. */
  remove(): Promise<void>;
}

interface SetupOutput {
  readonly project_api_key: string;
  readonly project_id: string | number;
  readonly personal_api_key: string;
}

/**
 * Starts the service with a project and flags but no other data. Runs `prepare` first, if given, and restarts the
 * service.
 */
export async function startMeasuredSightline(
  engines: readonly EngineName[],
  prepare?: (server: MeasuredServer, key: string) => Promise<void>,
  extraSettings: Readonly<Record<string, string>> = {},
): Promise<MeasuredSightline> {
  const environment = await createTestEnvironment(engines, false);
  const { dataDir } = environment;
  const { PATH, HOME } = process.env;
  const settings = { DATA_DIR: dataDir, HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "info" };
  const env = { PATH, HOME, ...settings, ...extraSettings, ...environment.engineSettings };
  const cli = async (...args: string[]) => (await run(process.execPath, ["dist/main.js", ...args], { env })).stdout;
  const start = () => startMeasuredServer(["dist/main.js", "serve"], env);
  try {
    const {
      project_api_key: key,
      project_id,
      personal_api_key,
    } = JSON.parse(await cli("setup", "--json")) as SetupOutput;
    const flags = join(dataDir, "flags.json");
    await writeFile(flags, JSON.stringify(FLAGS));
    await cli("flags", "apply", flags);
    if (prepare) {
      const server = await start();
      await prepare(server, key).finally(() => server.stop());
    }
    const server = await start();
    const remove = () => server.stop().then(() => removeTestEnvironment(environment));
    return { server, environment, key, projectId: String(project_id), personalKey: personal_api_key, remove };
  } catch (error) {
    await removeTestEnvironment(environment);
    throw error;
  }
}
