import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { missingVariables } from "../../../contract-tests/services/create-test-environment.ts";
import { ROOT } from "../../../test/support/child-process.ts";
import { freePort } from "../../../test/support/free-port.ts";
import type { Workload } from "../workloads/workload.ts";
import type { BenchServer, Keys, OtherServer } from "./bench-server.ts";
import { startMeasuredProcess } from "./measured-process.ts";
import { startSightline } from "./sightline.ts";

/** A kind of server, of which each workload starts a new one. */
export interface ServerKind {
  readonly name: string;
  /** What it is, and what it does not do. */
  readonly description: string;
  /** Why it cannot run here, and what to do about it. */
  readonly missing?: string | undefined;
  readonly serves: (workload: Workload) => boolean;
  readonly start: (workload: Workload) => Promise<BenchServer>;
}

const NOT_INSTALLED = existsSync(fileURLToPath(new URL("../node_modules/fastify", import.meta.url)))
  ? undefined
  : "is not installed: run npm ci --prefix scripts/bench";
const NO_MONGODB = missingVariables(["mongodb"]).length > 0 ? "is left out: MONGODB_URL is not set" : undefined;
const PRISM = "node_modules/@stoplight/prism-cli/dist/index.js";
const NO_KEYS: Keys = { project: "phc_bench", personal: "phx_bench", projectId: "1" };

/** Returns a kind that runs `servers/NAME.mjs` of this folder, or the arguments if given. */
function other(
  name: OtherServer,
  description: string,
  missing?: string,
  args = (_port: number) => [`scripts/bench/servers/${name}.mjs`],
): ServerKind {
  const start = async () => {
    const port = await freePort();
    const process = await startMeasuredProcess({ args: args(port), port, directory: ROOT, readyPath: "/_ready" });
    const waitUntilIdle = async () => undefined;
    return { ...process, name, keys: NO_KEYS, dataDir: "", waitUntilIdle, remove: process.stop };
  };
  return { name, description, missing, serves: ({ others }) => others.includes(name), start };
}

/** Returns all kinds, in the order of the report, with the built checkouts and the number of stored events given. */
export function serverKinds(checkouts: readonly string[], storedEvents: number): ServerKind[] {
  const serves = () => true;
  const grown = {
    name: "grown",
    description: `the same on SQLite among ${storedEvents} stored events`,
    serves,
    start: (workload: Workload) => startSightline("grown", ROOT, [], workload, storedEvents),
  };
  const prism = (port: number) => [
    PRISM,
    "mock",
    "generated/complete.yaml",
    `--port=${port}`,
    "--multiprocess=false",
    "--verboseLevel=warn",
  ];
  return [
    other("bare", "node:http; parses JSON; validates and stores nothing"),
    other("fastify", "Fastify; validates by the contract's schema; stores nothing", NOT_INSTALLED),
    other("express", "Express with express-openapi-validator and the contract; stores nothing", NOT_INSTALLED),
    other("prism", "Prism's mock of the contract; answers with examples; stores nothing", undefined, prism),
    {
      name: "sightline",
      description: "this checkout on SQLite and a folder; synced to disk before the response, stored once",
      serves,
      start: (workload) => startSightline("sightline", ROOT, [], workload),
    },
    {
      name: "mongodb",
      description: "the same on MongoDB, whose own CPU time is not counted",
      missing: NO_MONGODB,
      serves,
      start: (workload) => startSightline("mongodb", ROOT, ["mongodb"], workload),
    },
    ...(storedEvents > 0 ? [grown] : []),
    ...checkouts.map((directory) => ({
      name: directory,
      description: "another checkout on SQLite",
      missing: existsSync(join(directory, "dist/main.js")) ? undefined : "is not built: run npm run build there",
      serves,
      start: (workload: Workload) => startSightline(directory, resolve(directory), [], workload),
    })),
  ];
}
