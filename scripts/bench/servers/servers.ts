import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { missingVariables } from "../../../contract-tests/services/create-test-environment.ts";
import { freePort, ROOT } from "../../../src/test-support/child-process.ts";
import type { Workload } from "../workloads/workload.ts";
import { type MeasuredProcess, startMeasuredProcess } from "./measured-process.ts";
import { startSightline } from "./sightline.ts";

/** What a request needs to know about a server. */
export interface Keys {
  readonly project: string;
  readonly personal: string;
  readonly projectId: string;
}

/** A server under measurement. */
export interface BenchServer extends MeasuredProcess {
  readonly name: string;
  readonly keys: Keys;
  /** The data directory; empty if the server stores nothing. */
  readonly dataDir: string;
  /** Resolves when the server has finished all work for the requests that it has answered. */
  waitUntilIdle(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

/** A kind of server, of which each workload starts a new one. */
export interface ServerKind {
  readonly name: string;
  /** What it is, and what it does not do. */
  readonly description: string;
  readonly serves: (workload: Workload) => boolean;
  /** Why it cannot run here, and what to do about it. */
  readonly missing?: string;
  readonly start: (workload: Workload) => Promise<BenchServer>;
}

const PRISM = "node_modules/@stoplight/prism-cli/dist/index.js";
const NO_KEYS: Keys = { project: "phc_bench", personal: "phx_bench", projectId: "1" };

/** Returns all kinds of servers, in the order of the report. Each checkout of `against` is built and has its own. */
export function serverKinds(against: readonly string[]): ServerKind[] {
  const installed = existsSync(fileURLToPath(new URL("../node_modules/fastify", import.meta.url)));
  const missing = installed ? {} : { missing: "is not installed: run npm ci --prefix scripts/bench" };
  const noMongo = missingVariables(["mongodb"]).length > 0 ? { missing: "is left out: MONGODB_URL is not set" } : {};
  const takesEvents = ({ path, beside }: Workload) => ["/capture/", "/batch/"].includes(path) && !beside;
  const all = () => true;
  return [
    {
      name: "bare",
      description: "node:http; parses the body, validates and stores nothing",
      serves: all,
      start: start("bare"),
    },
    {
      name: "fastify",
      description: "Fastify; validates by the contract's schema, stores nothing",
      serves: takesEvents,
      start: start("fastify"),
      ...missing,
    },
    {
      name: "express",
      description: "Express with express-openapi-validator and the contract; stores nothing",
      serves: takesEvents,
      start: start("express"),
      ...missing,
    },
    {
      name: "prism",
      description: "Prism's mock of the contract; answers with examples, stores nothing",
      serves: ({ path, beside }) => /^\/(capture|decide)\//.test(path) && !beside,
      start: start("prism"),
    },
    {
      name: "sightline",
      description: "this checkout on SQLite and a folder; on disk before the response, stored once",
      serves: all,
      start: (workload) => startSightline("sightline", ROOT, [], workload),
    },
    {
      name: "mongodb",
      description: "this checkout on MongoDB, whose own CPU time is not counted",
      serves: all,
      start: (workload) => startSightline("mongodb", ROOT, ["mongodb"], workload),
      ...noMongo,
    },
    ...against.map((directory) => ({
      name: directory,
      description: "another checkout on SQLite",
      serves: all,
      ...(existsSync(join(directory, "dist/main.js")) ? {} : { missing: "is not built: run npm run build there" }),
      start: (workload: Workload) => startSightline(directory, directory, [], workload),
    })),
  ];
}

function start(name: "bare" | "fastify" | "express" | "prism"): ServerKind["start"] {
  return async () => {
    const port = await freePort();
    const args =
      name === "prism"
        ? [
            PRISM,
            "mock",
            "generated/openapi.yaml",
            "--port",
            String(port),
            "--multiprocess=false",
            "--verboseLevel=warn",
          ]
        : [`scripts/bench/servers/${name}.mjs`];
    const process = await startMeasuredProcess({ args, port, directory: ROOT, readyPath: "/_ready" });
    const waitUntilIdle = async () => undefined;
    return { ...process, name, keys: NO_KEYS, dataDir: "", waitUntilIdle, remove: process.stop };
  };
}
