import { setTimeout as sleep } from "node:timers/promises";
import type { FaultContext } from "./fault.ts";

/** Waits for a random time, or until the fault must end. */
export async function randomPause({ random, stopSignal }: FaultContext, minMs: number, maxMs: number): Promise<void> {
  await sleep(random.integer(minMs, maxMs), undefined, { signal: stopSignal }).catch(() => undefined);
}
