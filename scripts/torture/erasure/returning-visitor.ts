import { setTimeout as sleep } from "node:timers/promises";
import type { TestCluster } from "../cluster/test-cluster.ts";
import type { Ledger } from "../load/ledger.ts";
import { markedEvent } from "../load/requests.ts";
import { post } from "./call-service.ts";

const INTERVAL_MS = 20;
/** What the new person has after the erasure of the old one. */
export const RETURNED_PROPERTIES = { returned: true };

/** Sends events of an erased person's distinct id to each node. All of them must be stored, for a new person. */
export class ReturningVisitor {
  readonly #stopping = new AbortController();
  readonly #running: Promise<unknown>;

  constructor(distinctId: string, ledger: Ledger, { nodes, project }: TestCluster) {
    const sendTo = async (base: string) => {
      while (!this.#stopping.signal.aborted) {
        const { mark, event } = markedEvent(distinctId, "returned", { $set: RETURNED_PROPERTIES }, true, ledger);
        await post(base, "/capture/", { api_key: project.apiKey, ...event });
        ledger.acknowledge([mark]);
        await sleep(INTERVAL_MS);
      }
    };
    this.#running = Promise.all(nodes.map(({ base }) => sendTo(base)));
    this.#running.catch(() => undefined); // `stop` reports the error
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }
}
