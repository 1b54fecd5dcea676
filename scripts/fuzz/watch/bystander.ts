import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface BystanderTask {
  readonly base: string;
  /** A server that does nothing, on the same machine. */
  readonly controlBase: string;
  readonly apiKey: string;
  readonly maxWaitMs: number;
}

export interface SlowRequest {
  readonly what: string;
  readonly from: number;
  readonly to: number;
  /** Without what the control server made its client wait at that time. */
  readonly waitMs: number;
}

/** What the second client saw since its last report; the acknowledged marks are all since its start. */
export interface BystanderReport {
  requests: number;
  longestMs: number;
  longestControlMs: number;
  readonly slow: SlowRequest[];
  readonly wrong: string[];
  readonly acknowledged: number[];
}

function programPath(name: string): string {
  return fileURLToPath(new URL(`./${name}`, import.meta.url));
}

/** A second client of the service, in another process, so that the fuzzer's own work does not delay it. */
export class Bystander {
  readonly #child: ChildProcess;
  readonly #control: ChildProcess;

  private constructor(child: ChildProcess, control: ChildProcess) {
    this.#child = child;
    this.#control = control;
  }

  /** Starts the client, and the server that it compares with. */
  static async start(options: Omit<BystanderTask, "controlBase">): Promise<Bystander> {
    const control = fork(programPath("control-server.mjs"));
    const [port] = (await once(control, "message")) as [number];
    const task: BystanderTask = { ...options, controlBase: `http://127.0.0.1:${port}` };
    const child = fork(programPath("bystander-process.ts"), [JSON.stringify(task)], { execArgv: ["--import", "tsx"] });
    return new Bystander(child, control);
  }

  /** Returns what it saw since the last call. */
  report(): Promise<BystanderReport> {
    return this.#ask("report");
  }

  /** Waits for its last requests, ends it, and returns what it saw since the last report. */
  stop(): Promise<BystanderReport> {
    return this.#ask("stop");
  }

  kill(): void {
    this.#child.kill();
    this.#control.kill();
  }

  async #ask(message: "report" | "stop"): Promise<BystanderReport> {
    const done = new AbortController();
    const { signal } = done;
    const answered = once(this.#child, "message", { signal }) as Promise<[BystanderReport]>;
    const ended = once(this.#child, "exit", { signal }).then(() => {
      throw new Error("The second client ended without a report.");
    });
    this.#child.send(message);
    try {
      const [report] = await Promise.race([answered, ended]);
      return report;
    } finally {
      done.abort();
      await Promise.allSettled([answered, ended]);
    }
  }
}
