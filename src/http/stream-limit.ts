import { finished, Readable } from "node:stream";
import { problem } from "../lib/problem.ts";
import type { UserId } from "../store/ports/common.ts";

/** A stream whose client stalls holds some snapshots in memory. */
export const MAX_STREAMS_PER_USER = 50;
const RETRY_AFTER_SECONDS = 5;

export class StreamLimit {
  readonly #open = new Map<UserId, number>();

  /** Counts the reply's stream until it ends. Throws `throttled` if the user reads too many already. */
  async run<Reply extends object>(user: UserId, reply: () => Promise<Reply>): Promise<Reply> {
    const count = this.#open.get(user) ?? 0;
    if (count >= MAX_STREAMS_PER_USER) {
      const detail = `A user may read ${MAX_STREAMS_PER_USER} recordings at a time.`;
      throw problem("throttled", { detail, retryAfter: RETRY_AFTER_SECONDS });
    }
    this.#open.set(user, count + 1);
    let stream: unknown;
    try {
      const answered = await reply();
      stream = "stream" in answered ? answered.stream : undefined;
      return answered;
    } finally {
      if (stream instanceof Readable) finished(stream, () => this.#release(user));
      else this.#release(user);
    }
  }

  #release(user: UserId): void {
    const count = (this.#open.get(user) ?? 0) - 1;
    if (count > 0) this.#open.set(user, count);
    else this.#open.delete(user);
  }
}
