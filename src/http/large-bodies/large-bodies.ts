import type { Worker } from "node:worker_threads";
import { problem } from "../../problem.ts";
import { connect, type Remote } from "../../threads/channel.ts";
import { onThreadExit, startThread } from "../../threads/start-thread.ts";
import type { EventOperationId } from "../contract/operation.ts";
import type { EventPayload } from "../operations/event-payload.ts";
import type { RequestMetadata } from "../wire/canonical-request.ts";
import type { LargeBodyReader } from "./large-body-thread.ts";

/** Bodies larger than this are read in a thread of their own: to parse and validate a megabyte takes some 20 ms. */
export const LARGE_BYTES = 256 * 1024;

/** Reads large bodies with events, one after the other, in a thread that is started for the first of them. */
export class LargeBodies {
  #thread: { readonly worker: Worker; readonly reader: Remote<LargeBodyReader> } | null = null;

  #turn: Promise<unknown> = Promise.resolve();

  /** Throws the `Problem` of a body that the contract does not allow; `service_unavailable` where the thread dies of it. */
  read(operation: EventOperationId, raw: Uint8Array, beside: RequestMetadata): Promise<EventPayload> {
    // One after the other on this side already, since what a thread has been sent is there a second time.
    const turn = this.#turn.then(() => this.#read(operation, raw, beside));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async close(): Promise<void> {
    await this.#thread?.worker.terminate();
  }

  async #read(operation: EventOperationId, raw: Uint8Array, beside: RequestMetadata): Promise<EventPayload> {
    const result = await this.#reader().read(operation, raw, beside);
    if ("refusal" in result) throw problem(result.refusal.code, result.refusal);
    return { ...result, bytes: result.bytes ?? raw };
  }

  #reader(): Remote<LargeBodyReader> {
    if (this.#thread) return this.#thread.reader;
    const worker = startThread("large-body-thread", import.meta.url, null);
    const { remote: reader, fail } = connect<LargeBodyReader>(worker);
    this.#thread = { worker, reader };
    onThreadExit(worker, "large bodies", (cause) => {
      if (this.#thread?.worker === worker) this.#thread = null;
      const refusal = problem("service_unavailable");
      refusal.cause = cause;
      fail(refusal);
    });
    return reader;
  }
}
