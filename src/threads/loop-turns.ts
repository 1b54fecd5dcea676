import { setImmediate as turn } from "node:timers/promises";

let last: Promise<void> = Promise.resolve();

/**
 * Waits for a turn of the event loop in which no other caller's wait ends. Lists may take some hundred milliseconds to
 * read and to write as JSON: hundreds of them one right after the other kept everyone else waiting for half a minute.
 */
export function nextTurn(): Promise<void> {
  last = last.then(() => turn());
  return last;
}
