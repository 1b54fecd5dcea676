import type { Worker } from "node:worker_threads";
import { problem } from "../../lib/problem.ts";
import { type Connection, connect, ownBuffer, transfer } from "../../lib/threads/channel.ts";
import { FairQueue } from "../../lib/threads/fair-queue.ts";
import { onThreadExit, startThread } from "../../lib/threads/start-thread.ts";
import type { OpenedBody } from "../check-body.ts";
import type { CheckedRequest, ClientRequest } from "../client-request.ts";
import type { ParserApi } from "./parser-worker.ts";

/** Limits of waiting bodies; those above 64 KB are counted in the memory for bodies too. */
const MAX_WAITING = { max: 1024, maxPerClient: 256 };

/** Bodies of this size or more may take seconds, and do not hold up smaller ones. */
const MIN_SLOW_BYTES = 512 * 1024;

/** Wait of a thread for a next body. It takes about 10 MB, and the start of another 60 ms of CPU time. */
const MAX_IDLE_MS = 60_000;

/** Bodies within all limits take up to 2 s of CPU time, and this long on a fifth of a core. */
const MAX_WORK_MS = 10_000;

/** Uses two threads: one for the largest bodies, and one for all others. */
export class ParserThreads {
  readonly #fast = new ParserThread();
  readonly #slow = new ParserThread();

  open(request: ClientRequest, clientAddress: string): Promise<OpenedBody> {
    return this.#threadFor(request).open(request, clientAddress);
  }

  check(request: ClientRequest, clientAddress: string, isOpen = false): Promise<CheckedRequest> {
    return this.#threadFor(request).check(request, clientAddress, isOpen);
  }

  #threadFor({ bytes }: ClientRequest): ParserThread {
    return bytes.byteLength >= MIN_SLOW_BYTES ? this.#slow : this.#fast;
  }

  async close(): Promise<void> {
    await Promise.all([this.#fast.close(), this.#slow.close()]);
  }
}

export class ParserThread {
  /** Runs one body at a time, so that a body of which the thread dies fails no other. */
  readonly #queue = new FairQueue(MAX_WAITING);
  readonly #maxIdleMs: number;
  readonly #maxWorkMs: number;
  #running: { readonly worker: Worker; readonly connection: Connection<ParserApi> } | null = null;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(maxIdleMs = MAX_IDLE_MS, maxWorkMs = MAX_WORK_MS) {
    this.#maxIdleMs = maxIdleMs;
    this.#maxWorkMs = maxWorkMs;
  }

  /**
   * Checks as `checkRequest` does; the request's bytes leave this thread. Opened ones come before all that wait, or all
   * would be unpacked at once. Throws the `Problem` of a refusal, `request_too_large` if the thread runs out of memory,
   * and `service_unavailable` if it dies otherwise or takes too long, or too many wait. The next request then starts a
   * new thread.
   */
  check(request: ClientRequest, clientAddress: string, isOpen = false): Promise<CheckedRequest> {
    return this.#run(request, clientAddress, (remote, moved) => remote.check(moved), isOpen);
  }

  open(request: ClientRequest, clientAddress: string): Promise<OpenedBody> {
    return this.#run(request, clientAddress, (remote, moved) => remote.open(moved));
  }

  async #run<T>(
    request: ClientRequest,
    clientAddress: string,
    call: (remote: Connection<ParserApi>["remote"], moved: ClientRequest) => Promise<T>,
    isNext = false,
  ): Promise<T> {
    const moved = transfer(request, ownBuffer(request.bytes));
    const result = this.#queue.run(clientAddress, () => this.#call((remote) => call(remote, moved)), isNext);
    if (result === null) throw problem("service_unavailable");
    return result;
  }

  async close(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    await running?.worker.terminate();
  }

  async #call<T>(call: (remote: Connection<ParserApi>["remote"]) => Promise<T>): Promise<T> {
    clearTimeout(this.#idleTimer);
    const { remote } = this.#connect();
    // A body that takes so long must not hold up all others.
    const deadline = setTimeout(() => void this.#running?.worker.terminate(), this.#maxWorkMs);
    try {
      return await call(remote);
    } finally {
      clearTimeout(deadline);
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
