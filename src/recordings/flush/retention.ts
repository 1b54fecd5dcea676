import type { Millis } from "../../store/ports/common.ts";
import { type ErasePorts, eraseIfExists } from "../play/erase-recording.ts";

export interface RetentionPorts extends ErasePorts {
  readonly now: () => Millis;
}

const RECORDING_BATCH_SIZE = 100;

/** Erases unpinned recordings that received nothing for `retentionMs` milliseconds. Returns whether there were any. */
export async function eraseExpired(retentionMs: number, ports: RetentionPorts, signal?: AbortSignal): Promise<boolean> {
  const { erasure, now } = ports;
  let hasWorked = false;
  for (let hasMore = true; hasMore; ) {
    const expired = await erasure.expired(now() - retentionMs, RECORDING_BATCH_SIZE);
    for (const session of expired) {
      if (signal?.aborted) return true;
      await eraseIfExists(session, now(), ports);
    }
    hasWorked ||= expired.length > 0;
    hasMore = expired.length === RECORDING_BATCH_SIZE;
  }
  return hasWorked;
}
