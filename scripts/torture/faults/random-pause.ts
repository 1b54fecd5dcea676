import { setTimeout as sleep } from "node:timers/promises";
import type { FaultContext } from "./fault.ts";

/** Lets some time go by, at random, until the fault is to end. */
export async function randomPause(
  { random, stopSignal: until }: FaultContext,
  shortestMs: number,
  longestMs: number,
): Promise<void> {
  await sleep(random.integer(shortestMs, longestMs), undefined, { signal: until }).catch(() => undefined);
}
