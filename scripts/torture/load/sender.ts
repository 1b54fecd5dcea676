import { Agent } from "node:http";
import { exchange } from "../../../contract-tests/client/exchange.ts";

/** What clients saw of requests that were not answered with 200. */
export interface Refusals {
  /** When a request was last answered with 200, by `performance.now()`. */
  answeredAt: number;
  /** The longest time without such an answer, in milliseconds. */
  longestGapMs: number;
  /** Answered with 503. */
  refused: number;
  /** The connection failed or was closed before the response. */
  unanswered: number;
  /** Unexpected responses, with their status and body. */
  readonly unexpected: string[];
}

/** Sends requests to one node over reused connections, like an application. */
export class Sender {
  readonly #base: string;
  readonly #refusals: Refusals;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(base: string, refusals: Refusals) {
    this.#base = base;
    this.#refusals = refusals;
  }

  /** Sends a request and returns whether it was answered with 200. */
  async send(path: string, body: object): Promise<boolean> {
    const headers = { "content-type": "application/json" };
    const message = { method: "POST", path, headers, body: JSON.stringify(body) };
    const response = await exchange(this.#base, message, this.#agent).catch(() => null);
    if (response?.status === 200) {
      const now = performance.now();
      this.#refusals.longestGapMs = Math.max(this.#refusals.longestGapMs, Math.round(now - this.#refusals.answeredAt));
      this.#refusals.answeredAt = now;
      return true;
    }
    if (response === null) this.#refusals.unanswered += 1;
    else if (response.status === 503) this.#refusals.refused += 1;
    else
      this.#refusals.unexpected.push(
        `${path} was answered with ${response.status}: ${response.bytes.subarray(0, 300)}`,
      );
    return false;
  }

  close(): void {
    this.#agent.destroy();
  }
}
