import type { Worker } from "node:worker_threads";
import { problem } from "../../problem.ts";
import { type Connection, connect, ownBuffer, transfer } from "../../threads/channel.ts";
import { onThreadExit, startThread } from "../../threads/start-thread.ts";
import type { CheckedEvents, DecodedRequest } from "../answer.ts";
import type { EventOperationId } from "../contract/operation-types.ts";
import { Semaphore } from "../decode/semaphore.ts";
import type { ParserApi } from "./parser-worker.ts";

/** Parses and validates large bodies with events on a thread of its own, which starts with the first of them. */
export class ParserThread {
  /** One body at a time, so that a body of which the thread dies fails no other. */
  readonly #semaphore = new Semaphore(1);
  #running: { readonly worker: Worker; readonly connection: Connection<ParserApi> } | null = null;

  /**
   * Checks the request as `checkEvents` does; its JSON leaves this thread. Throws the `Problem` of a refusal, and
   * `service_unavailable` if the thread dies of it; the next request then starts a new one.
   */
  check(request: DecodedRequest<EventOperationId>): Promise<CheckedEvents> {
    return this.#semaphore.run(() => this.#connect().remote.check(transfer(request, ownBuffer(request.json))));
  }

  async close(): Promise<void> {
    await this.#running?.worker.terminate();
  }

  #connect(): Connection<ParserApi> {
    if (this.#running) return this.#running.connection;
    const worker = startThread("parser-worker", import.meta.url, null);
    const connection = connect<ParserApi>(worker);
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
