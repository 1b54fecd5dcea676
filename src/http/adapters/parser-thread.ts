import type { Worker } from "node:worker_threads";
import { problem } from "../../problem.ts";
import { type Connection, connect, ownBuffer, transfer } from "../../threads/channel.ts";
import { onThreadExit, startThread } from "../../threads/start-thread.ts";
import type { DecodedRequest } from "../answer.ts";
import type { AnyReply, EventOperationId } from "../contract/operation-types.ts";
import { Semaphore } from "../decode/semaphore.ts";
import type { EventPorts } from "../operations/event-operations.ts";
import type { ParserApi, ParserHost } from "./parser-worker.ts";

/** One body is parsed while another waits for the journal; more would hold too many parsed bodies at once. */
const MAX_CONCURRENT_BODIES = 2;

/** Answers requests with large bodies on a thread of its own, which starts with the first of them. */
export class ParserThread {
  readonly #host: ParserHost;
  readonly #semaphore = new Semaphore(MAX_CONCURRENT_BODIES);
  #running: { readonly worker: Worker; readonly connection: Connection<ParserApi> } | null = null;

  constructor({ projects, capture, metrics }: EventPorts) {
    this.#host = {
      findProject: (credentials) => projects.find(credentials),
      accept: (projectId, operation, body) => capture.accept(projectId, operation, body),
      countAccepted: (events) => metrics.countAccepted(events),
    };
  }

  /**
   * Answers the request as `answerEvents` does; its JSON leaves this thread. Throws the `Problem` of a refusal, and
   * `service_unavailable` if the thread dies of it; the next request then starts a new one.
   */
  answer(request: DecodedRequest<EventOperationId>): Promise<AnyReply> {
    return this.#semaphore.run(() => this.#connect().remote.answer(transfer(request, ownBuffer(request.json))));
  }

  async close(): Promise<void> {
    await this.#running?.worker.terminate();
  }

  #connect(): Connection<ParserApi> {
    if (this.#running) return this.#running.connection;
    const worker = startThread("parser-worker", import.meta.url, null);
    const connection = connect<ParserApi>(worker, this.#host);
    this.#running = { worker, connection };
    onThreadExit(worker, "parser", (cause) => {
      if (this.#running?.worker === worker) this.#running = null;
      const refusal = problem("service_unavailable");
      refusal.cause = cause;
      connection.fail(refusal);
    });
    return connection;
  }
}
