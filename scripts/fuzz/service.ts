import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { exchange } from "../../contract-tests/client/exchange.ts";
import { createTestEnvironment, removeTestEnvironment } from "../../contract-tests/services/create-test-environment.ts";
import type { TestEnvironment } from "../../contract-tests/services/test-environment.ts";
import { eventually } from "../../contract-tests/support/poll.ts";
import { minimalProcessEnv, type RunningProcess, startProcess } from "../../test/support/child-process.ts";
import { freePort } from "../../test/support/free-port.ts";

const START_TIMEOUT_MS = 180_000;
const STORED_TIMEOUT_MS = 300_000;
const SETTINGS = {
  HOST: "127.0.0.1",
  LOG_LEVEL: "info",
  RATE_LIMIT_PER_MINUTE: "0",
  INVITE_ATTEMPTS_PER_MINUTE: "0",
  MAX_CONNECTIONS: "512", // fewer than a crowd opens
  FLAG_STREAMS_MAX: "100",
  FLAG_STREAMS_PER_PROJECT: "50",
  FLAG_STREAMS_PER_ORGANIZATION: "50",
  FLAG_WEBHOOK_URL: "http://127.0.0.1:9/", // nothing answers there, so announcements wait
  FLAG_WEBHOOK_SECRET: "whsec_ZnV6eg==",
  FLAG_WEBHOOK_ALLOW_PRIVATE: "true",
};

/** What a process uses at the moment. */
export interface Usage {
  readonly memoryBytes: number;
  readonly descriptors: number;
  readonly peakMemoryBytes: number;
}

/** What every attacked service has. */
export interface AttackedService {
  readonly base: string;
  isRunning(): boolean;
  logTail(): string;
}

/** The built service with a small heap, in a directory of its own that outlives its processes. */
export class Service implements AttackedService {
  readonly environment: TestEnvironment;
  readonly base: string;
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly heapMegabytes: number;
  #process: RunningProcess | null = null;
  #startCount = 0;

  private constructor(environment: TestEnvironment, port: number, heapMegabytes: number) {
    this.environment = environment;
    this.base = `http://127.0.0.1:${port}`;
    this.heapMegabytes = heapMegabytes;
    this.#env = minimalProcessEnv({ ...SETTINGS, PORT: String(port), DATA_DIR: environment.dataDir });
  }

  static async create(heapMegabytes: number): Promise<Service> {
    return new Service(await createTestEnvironment([], false), await freePort(), heapMegabytes);
  }

  /** Starts a process and waits until it is ready. Throws with its log if it is not ready in time. */
  async start(): Promise<void> {
    const args = [`--max-old-space-size=${this.heapMegabytes}`, "dist/main.js", "serve"];
    this.#process = startProcess(args, this.#logFile(++this.#startCount), this.#env);
    const { child } = this.#process;
    await eventually(
      "the service is ready",
      async () => {
        if (child.exitCode !== null || child.signalCode !== null) return "ended";
        return (await exchange(this.base, { method: "GET", path: "/_ready" })).status === 200;
      },
      START_TIMEOUT_MS,
    );
    if (!this.isRunning()) throw new Error(`The service did not start. It wrote:\n${this.logTail()}`);
  }

  isRunning(): boolean {
    const child = this.#process?.child;
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  /** Sends SIGTERM and waits. Returns the exit status, or the signal that ended the process. */
  async stop(): Promise<number | string> {
    return (await this.#process?.stop()) ?? "never started";
  }

  /** Ends the process without waiting for its requests, and removes its data unless they are to be kept. */
  async remove(keepData: boolean): Promise<void> {
    const child = this.#process?.child;
    if (child && this.isRunning()) {
      const ended = once(child, "close");
      child.kill("SIGKILL");
      await ended;
    }
    if (!keepData) await removeTestEnvironment(this.environment);
  }

  logTail(): string {
    return (this.#process?.log() ?? "").slice(-3000);
  }

  /** Returns the memory and the descriptors of the process, from /proc. */
  usage(): Usage {
    const directory = `/proc/${this.#process?.child.pid}`;
    const status = readFileSync(`${directory}/status`, "utf8");
    const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, "m").exec(status)?.[1]);
    return {
      memoryBytes: kilobytes("VmRSS") * 1024,
      peakMemoryBytes: kilobytes("VmHWM") * 1024,
      descriptors: readdirSync(`${directory}/fd`).length,
    };
  }

  /** Waits until the journal is empty. */
  async waitUntilStored(): Promise<void> {
    await eventually(
      "the journal is empty",
      async () => {
        const { bytes } = await exchange(this.base, { method: "GET", path: "/metrics" });
        return /^sightline_journal_entries 0$/m.test(bytes.toString());
      },
      STORED_TIMEOUT_MS,
    );
  }

  #logFile(number: number): string {
    return join(this.environment.dataDir, `service-${number}.log`);
  }
}
