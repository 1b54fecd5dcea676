import { FairQueue } from "../../threads/fair-queue.ts";
import { nextTurn } from "../../threads/loop-turns.ts";
import { problem } from "../../values/problem.ts";
import type { ContractOperation } from "../contract/routes.ts";

/** What is read at once may take a hundred megabytes until it is sent: flags of 16 MB, as text, objects and JSON. */
const QUEUE = { atOnce: 3, max: 2000, maxPerClient: 500 };

/** Operations that wait for another process, that send a stream, or whose reply many clients share. */
const UNLIMITED: ReadonlySet<string> = new Set<ContractOperation["id"]>([
  ...(["event_definitions_list", "property_definitions_list", "session_recordings_snapshots_retrieve"] as const),
  ...(["local_evaluation", "flag_definitions"] as const),
]);

/** Lets the clients of the private interface take turns: only what few of them read is in memory at once. */
export class ReadTurns {
  readonly #queue: FairQueue;

  constructor(options = QUEUE) {
    this.#queue = new FairQueue(options);
  }

  /**
   * Answers a request when it is its turn, unless the client has left by then. Throws `throttled` if it has, or if too
   * many wait. `client` is the address that limits count.
   */
  async run<Reply>(
    { access, method, id }: ContractOperation,
    client: () => string,
    hasLeft: () => boolean,
    answer: () => Promise<Reply>,
  ): Promise<Reply> {
    const answerInTurn = async () => {
      await nextTurn(client());
      if (hasLeft()) throw problem("throttled");
      return answer();
    };
    if (access !== "private" || method !== "GET" || UNLIMITED.has(id)) return answerInTurn();
    const reply = this.#queue.run(client(), answerInTurn);
    if (reply === null) throw problem("throttled", { detail: "Too many requests wait. Try again later." });
    return reply;
  }
}
