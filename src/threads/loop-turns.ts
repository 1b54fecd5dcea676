import { setImmediate as turn } from "node:timers/promises";
import { FairQueue } from "./fair-queue.ts";

const queue = new FairQueue({ max: Number.POSITIVE_INFINITY, maxPerClient: Number.POSITIVE_INFINITY });

/**
 * Waits for a turn of the event loop in which no other caller's wait ends; clients take turns. Work of some ten
 * milliseconds for each of hundreds of requests, one right after the other, kept everyone else waiting for seconds.
 */
export async function nextTurn(client = ""): Promise<void> {
  await queue.run(client, () => turn());
}
