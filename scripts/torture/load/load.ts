import type { Random } from "../../seeded-random.ts";
import { Ledger } from "./ledger.ts";
import { type Refusals, Sender } from "./sender.ts";
import { Visitor } from "./visitor.ts";

const VISITOR_COUNT = 16;
const DEFAULT_MAX_PAUSE_MS = 15;

/** All senders of requests in a round, and what they sent. */
export interface Load {
  readonly ledger: Ledger;
  readonly visitors: readonly Visitor[];
  readonly refusals: Refusals;
  /**
   * Starts no more requests and resolves when the current ones are done. Repeatable requests are repeated until they
   * are answered with 200 or the timeout has passed.
   */
  stop(timeoutMs: number): Promise<void>;
}

/** Starts the visitors, who pause up to `maxPauseMs` after each request. Each uses one of the nodes at these URLs. */
export function startLoad(
  bases: readonly string[],
  apiKey: string,
  random: Random,
  maxPauseMs = DEFAULT_MAX_PAUSE_MS,
): Load {
  const ledger = new Ledger();
  const stopping = new AbortController();
  const giveUp = new AbortController();
  const refusals: Refusals = {
    answeredAt: performance.now(),
    longestGapMs: 0,
    refused: 0,
    unanswered: 0,
    unexpected: [],
  };
  const senders = Array.from(
    { length: VISITOR_COUNT },
    (_, index) => new Sender(bases[index % bases.length] ?? "", refusals),
  );
  const visitors = senders.map(
    (sender, index) => new Visitor(`visitor ${index}`, { apiKey, random: random.fork(), ledger, sender, maxPauseMs }),
  );
  const running = Promise.all(visitors.map((visitor) => visitor.run(stopping.signal, giveUp.signal)));
  running.catch(() => undefined); // `stop` reports the error
  return {
    ledger,
    visitors,
    refusals,
    async stop(timeoutMs) {
      stopping.abort();
      const timer = setTimeout(() => giveUp.abort(), timeoutMs);
      await running.finally(() => clearTimeout(timer));
      for (const sender of senders) sender.close();
    },
  };
}
