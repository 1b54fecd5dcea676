import { setTimeout as sleep } from "node:timers/promises";
import type { FaultParts } from "./fault.ts";

/** Lets some time go by, at random, until the fault is to end. */
export async function pause({ random, until }: FaultParts, shortestMs: number, longestMs: number): Promise<void> {
  await sleep(random.whole(shortestMs, longestMs), undefined, { signal: until }).catch(() => undefined);
}
