import type { Worker } from "node:worker_threads";
import { problem } from "../../problem.ts";
import { type Connection, connect, ownBuffer, transfer } from "../../threads/channel.ts";
import { FairQueue } from "../../threads/fair-queue.ts";
import { onThreadExit, startThread } from "../../threads/start-thread.ts";
import type { CheckedRequest, PostedRequest } from "../posted-request.ts";
import type { ParserApi } from "./parser-worker.ts";

/** Bodies that wait; those above 64 KB are counted in the memory for bodies too. */
const MAX_WAITING = { max: 1024, maxPerClient: 256 };

/** A body that arrives with this size or more may take seconds, and does not hold up smaller ones. */
const MIN_SLOW_BYTES = 512 * 1024;

/** How long a thread waits for a next body. It takes about 10 MB, and the start of another 60 ms of CPU time. */
const MAX_IDLE_MS = 60_000;

/** Unpacks, parses and validates large bodies on two threads: one for the largest, and one for all others. */
export class ParserThreads {
  readonly #fast = new ParserThread();
  readonly #slow = new ParserThread();

  /** Checks the request as `ParserThread.check` does. */
  check(request: PostedRequest, clientAddress: string): Promise<CheckedRequest> {
    const isSlow = request.bytes.byteLength >= MIN_SLOW_BYTES;
    return (isSlow ? this.#slow : this.#fast).check(request, clientAddress);
  }

  async close(): Promise<void> {
    await Promise.all([this.#fast.close(), this.#slow.close()]);
  }
}

/** Unpacks, parses and validates bodies on a thread of its own, which starts with a body and ends when it is idle. */
export class ParserThread {
  /** One body at a time, so that a body of which the thread dies fails no other. */
  readonly #queue = new FairQueue(MAX_WAITING);
  readonly #maxIdleMs: number;
  #running: { readonly worker: Worker; readonly connection: Connection<ParserApi> } | null = null;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(maxIdleMs = MAX_IDLE_MS) {
    this.#maxIdleMs = maxIdleMs;
  }

  /**
   * Checks the request as `checkRequest` does; its bytes leave this thread. Throws the `Problem` of a refusal,
   * `request_too_large` if the thread runs out of memory, and `service_unavailable` if it dies otherwise or if too many
   * requests wait. The next request then starts a new thread.
   */
  async check(request: PostedRequest, clientAddress: string): Promise<CheckedRequest> {
    const moved = transfer(request, ownBuffer(request.bytes));
    const checked = this.#queue.run(clientAddress, () => this.#checkNow(moved));
    if (checked === null) throw problem("service_unavailable");
    return checked;
  }

  async close(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    await running?.worker.terminate();
  }

  async #checkNow(request: PostedRequest): Promise<CheckedRequest> {
    clearTimeout(this.#idleTimer);
    try {
      return await this.#connect().remote.check(request);
    } finally {
      this.#idleTimer = setTimeout(() => void this.close(), this.#maxIdleMs).unref();
    }
  }

  #connect(): Connection<ParserApi> {
    if (this.#running) return this.#running.connection;
    const worker = startThread("http/adapters/parser-worker", null);
    const connection = connect<ParserApi>(worker);
    this.#running = { worker, connection };
    onThreadExit(worker, "parser", (cause) => {
      if (this.#running?.worker === worker) this.#running = null;
      connection.fail(toRefusal(cause));
    });
    return connection;
  }
}

function toRefusal(cause: NodeJS.ErrnoException): Error {
  if (cause.code === "ERR_WORKER_OUT_OF_MEMORY") {
    return problem("request_too_large", { detail: "Parsing the body takes too much memory." });
  }
  const refusal = problem("service_unavailable");
  refusal.cause = cause;
  return refusal;
}
