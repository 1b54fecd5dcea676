import { join } from "node:path";
import { minimalProcessEnv, type RunningProcess, runProcess, startProcess } from "../../test/support/child-process.ts";
import { exchange } from "../client/exchange.ts";
import { eventually } from "../support/poll.ts";
import type { Endpoint, Tenant } from "../target-description.ts";
import { createTestEnvironment, removeTestEnvironment } from "./create-test-environment.ts";
import { startPrismProxy } from "./prism-proxy.ts";
import { createTenant } from "./sightline-cli.ts";
import type { EngineName, TestEnvironment } from "./test-environment.ts";

/**
 * The client checks each response. To check it in the service, too, takes a fifth of the service's processor time: each
 * process compiles the checks for itself.
 */
export const CHECKED_BY_CLIENT = { RESPONSE_VALIDATION: "off" };
/** Long enough for a machine that has much else to do. */
const START_TIMEOUT_MS = 180_000;

export interface Server extends Endpoint {
  readonly environment: TestEnvironment;
  readonly tenants: readonly Tenant[];
  readonly log: () => string;
  /** Stops it and removes its data. Throws if its exit status is not 0. */
  readonly stop: () => Promise<void>;
}

export interface ServerOptions {
  readonly settings?: Readonly<Record<string, string>>;
  /** Names of the tenants to create. */
  readonly tenants?: readonly string[];
  /** Whether requests go through Prism's proxy. */
  readonly proxy?: boolean;
  /** External engines that replace the embedded ones. */
  readonly engines?: readonly EngineName[];
  /** How many processes there are. */
  readonly nodes?: number;
  /** Whether tests make its store unavailable. */
  readonly canDisconnectStore?: boolean;
}

let building: Promise<void> | undefined;

/** Builds the service, unless the build is fresh. */
export function buildOnce(): Promise<void> {
  building ??= runProcess(["scripts/build.mjs"], process.env).then(({ status, stderr }) => {
    if (status !== 0) throw new Error(stderr);
  });
  return building;
}

/**
 * Starts the current build of the service in a new environment, with response validation, and creates tenants.
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { tenants = [], proxy = false, engines = [], nodes: count = 1, canDisconnectStore: outages = false } = options;
  await buildOnce();
  const environment = await createTestEnvironment(engines, outages);
  const [first, ...others] = tenants;
  const running: RunningProcess[] = [];
  const log = () => running.map((node) => node.log()).join("");
  const stops: (() => Promise<unknown>)[] = [() => removeTestEnvironment(environment)];
  const stop = () => runInReverse(stops);
  try {
    const firstTenant = first === undefined ? [] : [await createTenant(environment, first)];
    for (let number = 0; number < count; number++) {
      const node = startNode(environment, number, options.settings ?? {});
      running.push(node);
      stops.push(async () => assertCleanExit(await node.stop(), node.log()));
    }
    const nodes = await Promise.all(running.map(waitUntilReady));
    const [direct = ""] = nodes;
    const [base, ...otherTenants] = await Promise.all([
      proxy ? addPrismProxy(direct, stops) : direct,
      ...others.map((name) => createTenant(environment, name)),
    ]);
    return { base, direct, nodes, environment, tenants: [...firstTenant, ...otherTenants], log, stop };
  } catch (error) {
    const output = running.map((node) => node.log()).join("");
    await stop().catch(() => undefined);
    throw new Error(`The service did not start. It wrote:\n${output}`, { cause: error });
  }
}

/** A process of the service. Each has a journal, and so a directory, of its own. */
function startNode(
  { dataDir, engineSettings: engines }: TestEnvironment,
  number: number,
  settings: Readonly<Record<string, string>>,
): RunningProcess {
  const environment = minimalProcessEnv({
    HOST: "127.0.0.1",
    PORT: "0",
    DATA_DIR: number === 0 ? dataDir : join(dataDir, `node-${number}`),
    LOG_LEVEL: "info",
    RESPONSE_VALIDATION: "throw",
    RATE_LIMIT_PER_MINUTE: "0",
    INVITE_ATTEMPTS_PER_MINUTE: "0",
    ...engines,
    ...settings,
  });
  const logFile = join(dataDir, `server-${number}.log`);
  return startProcess(["dist/main.js", "serve"], logFile, environment);
}

/** Returns the address of a process, whose port is in its log, once it is ready. */
async function waitUntilReady({ child, log }: RunningProcess): Promise<string> {
  const look = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return "ended";
    const port = /"port":(\d+).*"msg":"ready"/.exec(log())?.[1];
    if (port === undefined) return undefined;
    const base = `http://127.0.0.1:${port}`;
    return (await exchange(base, { method: "GET", path: "/_ready" })).status === 200 && base;
  };
  const found = await eventually("the service is ready", look, START_TIMEOUT_MS);
  if (found === "ended") throw new Error("The service ended.");
  return found;
}

async function addPrismProxy(direct: string, stops: (() => Promise<unknown>)[]): Promise<string> {
  const prism = await startPrismProxy(direct);
  stops.push(prism.stop);
  return prism.base;
}

/** Calls all of them, the last one first, even if some fail. Throws the first error. */
async function runInReverse(stops: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const stop of stops.toReversed()) await stop().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

function assertCleanExit(status: number | string, log: string): void {
  if (status !== 0) throw new Error(`The service ended with ${status} after SIGTERM. It wrote:\n${log.slice(-5000)}`);
}
