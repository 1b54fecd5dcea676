import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  createTestEnvironment,
  removeTestEnvironment,
} from "../../../contract-tests/services/create-test-environment.ts";
import { closeMongoProxy } from "../../../contract-tests/services/mongo-proxy.ts";
import type { TestEnvironment } from "../../../contract-tests/services/test-environment.ts";
import { type Config, readConfig } from "../../../src/settings/config.ts";
import { openStore } from "../../../src/store/choose-engines.ts";
import type { Store } from "../../../src/store/ports/stores.ts";
import type { Random } from "../../seeded-random.ts";
import { Balancer, type BalancerName } from "./balancer.ts";
import { Disk } from "./mountable-disk.ts";
import { makeDirectories } from "./node-directories.ts";
import { chooseNodeSettings, type NodeSettings } from "./node-settings.ts";
import { type RunCommand, runCommand } from "./run-command.ts";
import { type S3Proxy, startS3Proxy } from "./s3-proxy.ts";
import { ServiceNode } from "./service-node.ts";

export type Engine = "sqlite" | "mongodb";

export interface ClusterOptions {
  readonly engine: Engine;
  /** Where recording files are: in a folder that all nodes share, or in S3. */
  readonly files: "folder" | "s3";
  /** The service's program, `dist/main.js`. */
  readonly program: string;
  readonly nodes: number;
  readonly random: Random;
  /** Settings of the service. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The size of a separate disk and what it holds; null for none. */
  readonly disk: { readonly megabytes: number; readonly holds: "everything" | "store" } | null;
  /** Whether connections to MongoDB go through a proxy that can disconnect them. */
  readonly canDisconnectMongo: boolean;
  /** Whether the nodes reach S3 through a proxy that can disturb their requests. */
  readonly canDisturbS3?: boolean;
  /** Whether a balancer passes the requests on to the nodes in turn. */
  readonly hasBalancer?: boolean;
  readonly balancer: BalancerName;
}

export interface Project {
  readonly id: string;
  readonly apiKey: string;
  readonly personalApiKey: string;
}

/** For reading everything at once, which may take long on a busy machine. */
const PATIENT = { MONGODB_TIMEOUT_MS: "120000" };
const READY_TIMEOUT_MS = 180_000;
const STORED_TIMEOUT_MS = 300_000;
const POLL_INTERVAL_MS = 50;

/** The service with one project and everything it needs. Each round creates a new one. */
export class TestCluster {
  /** Whether a dependency is down. Until it is back, a start may fail. */
  hasOutage = false;
  /** The logs of nodes that exited by themselves although no dependency was down or they were ready. */
  readonly unexpectedExits: string[] = [];
  readonly environment: TestEnvironment;
  readonly disk: Disk | null;
  readonly directories: readonly string[];
  readonly nodes: readonly ServiceNode[];
  readonly project: Project;
  balancer: Balancer | null = null;
  s3Proxy: S3Proxy | null = null;

  private constructor(
    state: Pick<TestCluster, "environment" | "disk" | "directories" | "project">,
    nodes: readonly NodeSettings[],
  ) {
    this.environment = state.environment;
    this.disk = state.disk;
    this.directories = state.directories;
    this.project = state.project;
    const onUnexpectedExit = (wasReady: boolean, lines: string) => {
      if (wasReady || !this.hasOutage)
        this.unexpectedExits.push(`a node exited by itself; its last log lines:\n${lines}`);
    };
    this.nodes = nodes.map((settings) => new ServiceNode({ ...settings, onUnexpectedExit }));
    for (const node of this.nodes) node.start();
  }

  /** Creates the environment and starts the nodes. */
  static async open(options: ClusterOptions): Promise<TestCluster> {
    const engines = [
      ...(options.engine === "mongodb" ? (["mongodb"] as const) : []),
      ...(options.files === "s3" ? (["s3"] as const) : []),
    ];
    const environment = await createTestEnvironment(engines, options.canDisconnectMongo);
    try {
      return await TestCluster.#openIn(environment, options);
    } catch (error) {
      await removeTestEnvironment(environment);
      throw error;
    }
  }

  static async #openIn(environment: TestEnvironment, options: ClusterOptions): Promise<TestCluster> {
    const { program, nodes: count, disk: diskOptions } = options;
    const disk = diskOptions && (await Disk.open(environment.dataDir, diskOptions.megabytes));
    const directories = await makeDirectories(
      environment.dataDir,
      count,
      disk && diskOptions && { disk, holds: diskOptions.holds },
    );
    const { S3_ENDPOINT = "" } = environment.engineSettings;
    const s3Proxy = options.canDisturbS3 ? await startS3Proxy(S3_ENDPOINT, options.random.fork()) : null;
    const nodeSettings = await chooseNodeSettings(program, directories, {
      ...environment.engineSettings,
      ...(s3Proxy && { S3_ENDPOINT: s3Proxy.endpoint }),
      ...options.settings,
    });
    const project = await createProject(program, nodeSettings[0]?.env).catch((error) => {
      s3Proxy?.close(); // it would keep this process from ending
      throw error;
    });
    const cluster = new TestCluster({ environment, disk, directories, project }, nodeSettings);
    cluster.s3Proxy = s3Proxy;
    const ports = nodeSettings.map(({ port }) => port);
    if (options.hasBalancer) await cluster.#startBalancer(options.balancer, ports);
    return cluster;
  }

  /**
   * Starts nodes on restored backups of this cluster, in an environment of their own. `restore` gets the command that
   * restores into the directory of a node. The nodes share the recording files of the first one.
   */
  async openRestored(restore: (runCommand: RunCommand, index: number) => Promise<void>): Promise<TestCluster> {
    const { MONGODB_URL } = this.environment.engineSettings;
    const environment = await createTestEnvironment(MONGODB_URL ? ["mongodb"] : [], false);
    try {
      const directories = this.directories.map((_, index) => join(environment.dataDir, `node-${index}`));
      const nodeSettings = await chooseNodeSettings(
        this.nodes[0]?.program ?? "",
        directories,
        environment.engineSettings,
      );
      for (const [index, { program, env }] of nodeSettings.entries()) {
        await restore((args) => runCommand(program, args, env), index);
        if (index > 0)
          await symlink(join(environment.dataDir, "node-0", "files"), join(directories[index] ?? "", "files"));
      }
      return new TestCluster({ environment, disk: null, directories, project: this.project }, nodeSettings);
    } catch (error) {
      await removeTestEnvironment(environment);
      throw error;
    }
  }

  /** nginx would remember for a while that a node did not answer. */
  async #startBalancer(name: BalancerName, ports: readonly number[]): Promise<void> {
    try {
      await this.waitUntilReady();
      this.balancer = await Balancer.start(name, this.environment.dataDir, ports);
    } catch (error) {
      await this.close(true); // or its nodes would go on
      throw error;
    }
  }

  /** Where clients send their requests. */
  get bases(): string[] {
    return this.balancer ? [this.balancer.base] : this.nodes.map(({ base }) => base);
  }

  /** Opens the store directly, without the service, and runs `work` on it. */
  async withDatabase<T>(work: (store: Store, config: Config) => Promise<T>): Promise<T> {
    const [directory = ""] = this.directories;
    const config = readConfig({ ...this.environment.engineSettings, ...PATIENT, DATA_DIR: directory });
    const store = await openStore(config);
    try {
      return await work(store, config);
    } finally {
      await store.close();
    }
  }

  /** Waits until every node answers or the signal is aborted. Throws on a timeout. */
  waitUntilReady(end?: AbortSignal): Promise<void> {
    return this.#waitUntil((pending) => pending !== null, READY_TIMEOUT_MS, end);
  }

  /** Waits until every node has stored all accepted requests. Throws if there is no progress for too long. */
  waitUntilStored(): Promise<void> {
    return this.#waitUntil((pending) => pending === 0, STORED_TIMEOUT_MS);
  }

  async #waitUntil(isDone: (pending: number | null) => boolean, timeoutMs: number, end?: AbortSignal): Promise<void> {
    let lowest = Number.POSITIVE_INFINITY;
    for (let deadline = Date.now() + timeoutMs; !end?.aborted; await sleep(POLL_INTERVAL_MS)) {
      const pending = await Promise.all(this.nodes.map((node) => node.pendingRequests()));
      if (pending.every(isDone)) return;
      const total = pending.reduce<number>((sum, requests) => sum + (requests ?? Number.POSITIVE_INFINITY), 0);
      if (total < lowest) deadline = Date.now() + timeoutMs;
      lowest = Math.min(lowest, total);
      if (Date.now() < deadline) continue;
      const states = pending.map((requests, index) => {
        const state = requests === null ? "does not answer" : `has ${requests} requests to store`;
        return `a node ${state}; its last log lines:\n${this.nodes[index]?.lastLogLines}`;
      });
      throw new Error(`no progress in ${timeoutMs / 1000} s:\n${states.join("\n")}`);
    }
  }

  /** Kills the nodes and removes all data, unless `keep` is set. */
  async close(keep: boolean): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
    await this.balancer?.stop();
    this.s3Proxy?.close();
    await this.disk?.remove();
    // An open proxy would keep this process from ending.
    await (keep ? closeMongoProxy(this.environment) : removeTestEnvironment(this.environment));
  }
}

/**
 * Creates the project in a process of its own, because the SQLite library keeps closed files open for a while, and a
 * disk that loses power must have no open files.
 */
async function createProject(program: string, env: NodeJS.ProcessEnv = {}): Promise<Project> {
  const created = JSON.parse(await runCommand(program, ["setup", "--json"], env)) as {
    project_id: number;
    project_api_key: string;
    personal_api_key: string;
  };
  return { id: String(created.project_id), apiKey: created.project_api_key, personalApiKey: created.personal_api_key };
}
