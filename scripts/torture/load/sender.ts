import { Agent } from "node:http";
import { exchange } from "../../../contract-tests/client/exchange.ts";

/** How many requests got no 200, and why. */
export interface Refusals {
  /** 503. */
  refused: number;
  /** The connection failed, or was cut before the answer. */
  unanswered: number;
  /** Statuses that no request of ours should get, with what they said. */
  readonly unexpected: string[];
}

/** One way to the service, as an application has it: it stays with its node. */
export class Sender {
  readonly #base: string;
  readonly #refusals: Refusals;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(base: string, refusals: Refusals) {
    this.#base = base;
    this.#refusals = refusals;
  }

  /** True where it was answered 200. */
  async send(path: string, body: object): Promise<boolean> {
    const headers = { "content-type": "application/json" };
    const message = { method: "POST", path, headers, body: JSON.stringify(body) };
    const answer = await exchange(this.#base, message, this.#agent).catch(() => null);
    if (answer?.status === 200) return true;
    if (answer === null) this.#refusals.unanswered += 1;
    else if (answer.status === 503) this.#refusals.refused += 1;
    else this.#refusals.unexpected.push(`${path} was answered ${answer.status}: ${answer.bytes.subarray(0, 300)}`);
    return false;
  }

  close(): void {
    this.#agent.destroy();
  }
}
