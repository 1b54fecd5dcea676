import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../seeded-random.ts";
import { type FuzzCase, fuzzCase, nextSeed } from "./generate/fuzz-case.ts";
import type { FuzzContext } from "./generate/fuzz-context.ts";
import { sendCase } from "./send-case.ts";

const SENDERS = 6;
const MAX_RECENT = 200;

/** A case that is over, or still in flight if it has no end. */
interface SentCase {
  readonly sent: FuzzCase;
  readonly from: number;
  to: number | null;
}

type OnSent = (sent: FuzzCase, outcome: string) => void;

/** Sends cases, some at once, and remembers what was in flight when. */
export class Attack {
  readonly statuses = new Map<number | "none", number>();
  /** The violations, as sentences, with the seeds of the cases. */
  readonly wrong: string[] = [];
  count = 0;
  readonly #base: string;
  readonly #context: FuzzContext;
  #recent: SentCase[] = [];

  constructor(base: string, context: FuzzContext) {
    this.#base = base;
    this.#context = context;
  }

  /** Sends cases of new seeds, of one kind or of all, until the signal aborts. */
  async run(random: Random, stop: AbortSignal, kind?: string): Promise<void> {
    await this.#sendAll(() => (stop.aborted ? null : nextSeed(random, kind)));
  }

  /** Sends the cases of these seeds. */
  async replay(seeds: readonly number[], onSent?: OnSent): Promise<void> {
    const left = [...seeds];
    await this.#sendAll(() => left.shift() ?? null, onSent);
  }

  /** Returns the seeds and titles of the cases that were in flight at some time between these two. */
  inFlight(from: number, to: number): FuzzCase[] {
    return this.#recent.filter((one) => one.from <= to && (one.to ?? to) >= from).map(({ sent }) => sent);
  }

  async #sendAll(takeSeed: () => number | null, onSent?: OnSent): Promise<void> {
    const agent = new Agent({ keepAlive: true });
    const sendOneByOne = async () => {
      for (let seed = takeSeed(); seed !== null; seed = takeSeed()) {
        const sent = fuzzCase(seed, this.#context);
        await sleep(0); // a long generation must not delay the others' responses further
        const outcome = await this.#send(sent, agent);
        onSent?.(sent, outcome);
      }
    };
    await Promise.all(Array.from({ length: SENDERS }, sendOneByOne)).finally(() => agent.destroy());
  }

  async #send(sent: FuzzCase, agent: Agent): Promise<string> {
    const entry: SentCase = { sent, from: Date.now(), to: null };
    this.#recent = [...this.#recent.slice(-MAX_RECENT), entry];
    const { statuses, violations } = await sendCase(this.#base, sent, agent);
    entry.to = Date.now();
    this.count += 1;
    for (const status of statuses.length > 0 ? statuses : (["none"] as const)) {
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    }
    this.wrong.push(...violations.map((violation) => `${sent.title} (--replay ${sent.seed}): ${violation}`));
    return [...new Set(statuses)].join() || "no response";
  }
}
