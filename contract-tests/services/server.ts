import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exchange } from "../client/exchange.ts";
import type { Endpoint, Tenant } from "../description.ts";
import { eventually } from "../support/poll.ts";
import { makeTenant } from "./commands.ts";
import { startProxy } from "./prism.ts";
import { freePort, plainEnvironment, start } from "./process.ts";

/** Long enough for a machine that has much else to do. */
const START_PATIENCE_MS = 60_000;

export interface Server extends Endpoint {
  readonly dataDir: string;
  readonly tenants: readonly Tenant[];
  readonly log: () => string;
  /** Ends it and removes its data; throws where it did not end with exit status 0. */
  readonly stop: () => Promise<void>;
}

export interface ServerWishes {
  readonly settings?: Readonly<Record<string, string>>;
  /** Names of the tenants to make. */
  readonly tenants?: readonly string[];
  /** Whether Prism is to stand in front of it. */
  readonly proxy?: boolean;
}

/** Starts the service on a directory of its own, with answers held to the contract, and makes tenants. */
export async function startServer({ settings = {}, tenants = [], proxy = false }: ServerWishes): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), "sightline-contract-"));
  const [first, ...others] = tenants;
  const firstTenant = first === undefined ? [] : [await makeTenant(dataDir, first)];
  const port = await freePort();
  const environment = plainEnvironment({
    HOST: "127.0.0.1",
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: "info",
    RESPONSE_VALIDATION: "throw",
    RATE_LIMIT_PER_MINUTE: "0",
    ...settings,
  });
  const running = start(["--import", "tsx", "src/main.ts", "serve"], join(dataDir, "server.log"), environment);
  const direct = `http://127.0.0.1:${port}`;
  const stops = [async () => refuseFailure(await running.stop(), running.log())];
  const stop = async () => {
    try {
      for (const one of stops.toReversed()) await one();
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  };
  try {
    await eventually(
      "the service is ready",
      async () => {
        if (running.child.exitCode !== null) return "ended";
        return (await exchange(direct, { method: "GET", path: "/_ready" })).status === 200 && "ready";
      },
      START_PATIENCE_MS,
    );
    if (running.child.exitCode !== null) throw new Error("The service ended.");
    const [base, ...made] = await Promise.all([
      proxy ? withProxy(direct, dataDir, stops) : direct,
      ...others.map((name) => makeTenant(dataDir, name)),
    ]);
    return { base, direct, dataDir, tenants: [...firstTenant, ...made], log: running.log, stop };
  } catch (error) {
    const log = running.log();
    await stop().catch(() => undefined);
    throw new Error(`The service did not start. It said:\n${log}`, { cause: error });
  }
}

async function withProxy(direct: string, dataDir: string, stops: (() => Promise<unknown>)[]): Promise<string> {
  const prism = await startProxy(direct, dataDir);
  stops.push(prism.stop);
  return prism.base;
}

function refuseFailure(status: number | string, log: string): void {
  if (status !== 0) throw new Error(`The service ended with ${status} after SIGTERM. It said:\n${log.slice(-5000)}`);
}
