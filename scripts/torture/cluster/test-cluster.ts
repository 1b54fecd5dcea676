import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "../../../contract-tests/services/child-process.ts";
import {
  createTestEnvironment,
  removeTestEnvironment,
} from "../../../contract-tests/services/create-test-environment.ts";
import type { TestEnvironment } from "../../../contract-tests/services/test-environment.ts";
import { readConfig } from "../../../src/config.ts";
import { openStore } from "../../../src/engines/choose-engines.ts";
import type { Store } from "../../../src/storage/ports/stores.ts";
import { Disk } from "./mountable-disk.ts";
import { makeDirectories } from "./node-directories.ts";
import { ServiceNode } from "./service-node.ts";

export type Engine = "sqlite" | "mongodb";

export interface ClusterOptions {
  readonly engine: Engine;
  /** The service's program, `dist/main.js`. */
  readonly program: string;
  readonly nodes: number;
  /** Settings of the service. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A disk of so many megabytes, and what is kept on it. */
  readonly disk: { readonly megabytes: number; readonly holds: "everything" | "store" } | null;
  /** Whether connections to MongoDB are to be cut. */
  readonly canDisconnectMongo: boolean;
}

export interface Project {
  readonly id: string;
  readonly apiKey: string;
  readonly personalApiKey: string;
}

const SETTINGS = {
  HOST: "127.0.0.1",
  LOG_LEVEL: "info",
  RATE_LIMIT_PER_MINUTE: "0",
  RECORDING_INGESTION_LIMIT_SECONDS: "1", // so that pieces become files while things happen
};
const READY_TIMEOUT_MS = 180_000;
const STORED_TIMEOUT_MS = 120_000;
const POLL_INTERVAL_MS = 50;

/** A service with a project, and everything it needs: a new one in each round. */
export class TestCluster {
  /** Something was taken away: a start may fail until it is back. */
  hasOutage = false;
  /** What nodes said that ended by themselves, though nothing was taken away or they had been ready. */
  readonly unexpectedExits: string[] = [];
  readonly environment: TestEnvironment;
  readonly disk: Disk | null;
  readonly directories: readonly string[];
  readonly nodes: readonly ServiceNode[];
  readonly project: Project;

  private constructor(
    parts: Pick<TestCluster, "environment" | "disk" | "directories" | "project">,
    nodes: readonly NodeSettings[],
  ) {
    this.environment = parts.environment;
    this.disk = parts.disk;
    this.directories = parts.directories;
    this.project = parts.project;
    const died = (wasReady: boolean, lines: string) => {
      if (wasReady || !this.hasOutage) this.unexpectedExits.push(`a node ended by itself, and had said:\n${lines}`);
    };
    this.nodes = nodes.map((wish) => new ServiceNode({ ...wish, onUnexpectedExit: died }));
    for (const node of this.nodes) node.start();
  }

  /** Makes it, and starts its nodes. */
  static async open(wishes: ClusterOptions): Promise<TestCluster> {
    const place = await createTestEnvironment(
      wishes.engine === "mongodb" ? ["mongodb"] : [],
      wishes.canDisconnectMongo,
    );
    try {
      return await TestCluster.#openIn(place, wishes);
    } catch (error) {
      await removeTestEnvironment(place);
      throw error;
    }
  }

  static async #openIn(
    place: TestEnvironment,
    { program, nodes: count, settings, disk: wanted }: ClusterOptions,
  ): Promise<TestCluster> {
    const disk = wanted && (await Disk.open(place.dataDir, wanted.megabytes));
    const directories = await makeDirectories(place.dataDir, count, disk && wanted && { disk, holds: wanted.holds });
    const { PATH, HOME } = process.env;
    const wishes: NodeSettings[] = [];
    for (const DATA_DIR of directories) {
      const port = await freePort();
      const environment = {
        PATH,
        HOME,
        ...SETTINGS,
        ...place.engineSettings,
        ...settings,
        DATA_DIR,
        PORT: String(port),
      };
      wishes.push({ program, port, env: environment });
    }
    const project = await createProject(program, wishes[0]?.env);
    return new TestCluster({ environment: place, disk, directories, project }, wishes);
  }

  /** Does something with what the store has, past the service. */
  async withDatabase<T>(work: (documents: Store) => Promise<T>): Promise<T> {
    const [directory = ""] = this.directories;
    const documents = await openStore(readConfig({ ...this.environment.engineSettings, DATA_DIR: directory }));
    try {
      return await work(documents);
    } finally {
      await documents.close();
    }
  }

  /** Waits until every node answers, or the signal comes. Throws where one does not in time. */
  waitUntilReady(end?: AbortSignal): Promise<void> {
    return this.#waitUntil((waiting) => waiting !== null, READY_TIMEOUT_MS, end);
  }

  /** Waits until every node has stored all that it took, however long that takes. Throws where they stop. */
  waitUntilStored(): Promise<void> {
    return this.#waitUntil((waiting) => waiting === 0, STORED_TIMEOUT_MS);
  }

  async #waitUntil(holds: (waiting: number | null) => boolean, patienceMs: number, end?: AbortSignal): Promise<void> {
    let least = Number.POSITIVE_INFINITY;
    for (let late = Date.now() + patienceMs; !end?.aborted; await sleep(POLL_INTERVAL_MS)) {
      const waiting = await Promise.all(this.nodes.map((node) => node.pendingRequests()));
      if (waiting.every(holds)) return;
      const all = waiting.reduce<number>((sum, requests) => sum + (requests ?? Number.POSITIVE_INFINITY), 0);
      if (all < least) late = Date.now() + patienceMs;
      least = Math.min(least, all);
      if (Date.now() < late) continue;
      const states = waiting.map((requests, place) => {
        const state = requests === null ? "does not answer" : `has ${requests} requests to store`;
        return `a node ${state}, and had said:\n${this.nodes[place]?.lastLogLines}`;
      });
      throw new Error(`nothing more was stored in ${patienceMs / 1000} s:\n${states.join("\n")}`);
    }
  }

  /** Ends everything; with `keep` what was written to directories stays there. */
  async close(keep: boolean): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
    await this.disk?.remove();
    if (!keep) await removeTestEnvironment(this.environment);
  }
}

type NodeSettings = Pick<ConstructorParameters<typeof ServiceNode>[0], "program" | "port" | "env">;

/** In a process of its own: SQLite's library keeps files open for a while that were closed, and a disk that loses power must have none. */
async function createProject(program: string, environment: NodeJS.ProcessEnv = {}): Promise<Project> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, "setup", "--json"], { env: environment });
  const made = JSON.parse(stdout) as { project_id: number; project_api_key: string; personal_api_key: string };
  return { id: String(made.project_id), apiKey: made.project_api_key, personalApiKey: made.personal_api_key };
}
