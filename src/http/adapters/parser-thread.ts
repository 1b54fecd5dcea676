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

export type ParserThreads = ReturnType<typeof newParserThreads>;

/** Uses two threads: one for the largest bodies, and one for all others. */
export function newParserThreads() {
  const [fast, slow] = [newParserThread(), newParserThread()];
  const threadFor = ({ bytes }: ClientRequest) => (bytes.byteLength >= MIN_SLOW_BYTES ? slow : fast);
  return {
    open: (request: ClientRequest, clientAddress: string) => threadFor(request).open(request, clientAddress),
    check: (request: ClientRequest, clientAddress: string, isOpen = false) =>
      threadFor(request).check(request, clientAddress, isOpen),
    close: () => Promise.all([fast.close(), slow.close()]),
  };
}

export function newParserThread(maxIdleMs = MAX_IDLE_MS, maxWorkMs = MAX_WORK_MS) {
  /** Runs one body at a time, so that a body of which the thread dies fails no other. */
  const queue = new FairQueue(MAX_WAITING);
  let running: { readonly worker: Worker; readonly connection: Connection<ParserApi> } | null = null;
  let idleTimer: NodeJS.Timeout | undefined;

  const connectThread = (): Connection<ParserApi> => {
    if (running) return running.connection;
    const worker = startThread("http/adapters/parser-worker", null);
    const connection = connect<ParserApi>(worker);
    running = { worker, connection };
    onThreadExit(worker, "parser", (cause) => {
      if (running?.worker === worker) running = null;
      connection.fail(toRefusal(cause));
    });
    return connection;
  };

  const close = async () => {
    const ending = running;
    running = null;
    await ending?.worker.terminate();
  };

  const run = async <T>(
    request: ClientRequest,
    clientAddress: string,
    call: (remote: Connection<ParserApi>["remote"], moved: ClientRequest) => Promise<T>,
    isNext = false,
  ): Promise<T> => {
    const moved = transfer(request, ownBuffer(request.bytes));
    const callThread = async () => {
      clearTimeout(idleTimer);
      const { remote } = connectThread();
      // A body that takes so long must not hold up all others.
      const deadline = setTimeout(() => void running?.worker.terminate(), maxWorkMs);
      try {
        return await call(remote, moved);
      } finally {
        clearTimeout(deadline);
        idleTimer = setTimeout(() => void close(), maxIdleMs).unref();
      }
    };
    const result = queue.run(clientAddress, callThread, isNext);
    if (result === null) throw problem("service_unavailable");
    return result;
  };

  return {
    /**
     * Checks as `checkRequest` does; the request's bytes leave this thread. Opened ones come before all that wait, or
     * all would be unpacked at once. Throws the `Problem` of a refusal, `request_too_large` if the thread runs out of
     * memory, and `service_unavailable` if it dies otherwise or takes too long, or too many wait. The next request then
     * starts a new thread.
     */
    check: (request: ClientRequest, clientAddress: string, isOpen = false): Promise<CheckedRequest> =>
      run(request, clientAddress, (remote, moved) => remote.check(moved), isOpen),
    open: (request: ClientRequest, clientAddress: string): Promise<OpenedBody> =>
      run(request, clientAddress, (remote, moved) => remote.open(moved)),
    close,
  };
}

function toRefusal(cause: NodeJS.ErrnoException): Error {
  if (cause.code === "ERR_WORKER_OUT_OF_MEMORY") {
    return problem("request_too_large", { detail: "Parsing the body takes too much memory." });
  }
  const refusal = problem("service_unavailable");
  refusal.cause = cause;
  return refusal;
}
