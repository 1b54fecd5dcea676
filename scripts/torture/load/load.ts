import type { Random } from "../seeded-random.ts";
import { Ledger } from "./ledger.ts";
import { type Refusals, Sender } from "./sender.ts";
import { Visitor } from "./visitor.ts";

const VISITOR_COUNT = 16;

/** Everybody who sends requests in a round, and what they sent. */
export interface Load {
  readonly ledger: Ledger;
  readonly visitors: readonly Visitor[];
  readonly refusals: Refusals;
  /** Begins no more requests; resolves when those under way are done. Those that may be repeated are, for so long, until they are answered 200. */
  stop(patienceMs: number): Promise<void>;
}

/** Starts visitors; each stays with one of the nodes, at these addresses. */
export function startLoad(bases: readonly string[], apiKey: string, random: Random): Load {
  const ledger = new Ledger();
  const stopping = new AbortController();
  const givingUp = new AbortController();
  const refusals: Refusals = { refused: 0, unanswered: 0, unexpected: [] };
  const senders = Array.from(
    { length: VISITOR_COUNT },
    (_, place) => new Sender(bases[place % bases.length] ?? "", refusals),
  );
  const visitors = senders.map(
    (sender, place) => new Visitor(`visitor ${place}`, { apiKey, random: random.fork(), ledger, sender }),
  );
  const running = Promise.all(visitors.map((visitor) => visitor.run(stopping.signal, givingUp.signal)));
  running.catch(() => undefined); // told by `stop`
  return {
    ledger,
    visitors,
    refusals,
    async stop(patienceMs) {
      stopping.abort();
      const timer = setTimeout(() => givingUp.abort(), patienceMs);
      await running.finally(() => clearTimeout(timer));
      for (const sender of senders) sender.close();
    },
  };
}
