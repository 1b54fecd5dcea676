import type { Millis } from "../../storage/ports/common.ts";
import type { Recordings } from "../../storage/ports/recordings.ts";
import { type ErasePorts, eraseIfExists } from "../library/erase-recording.ts";

export interface RetentionPorts extends ErasePorts {
  readonly recordings: ErasePorts["recordings"] & Pick<Recordings, "expired">;
  readonly now: () => Millis;
}

const RECORDING_BATCH_SIZE = 100;

/** Erases the recordings of which nothing was received for so many milliseconds, but for those that somebody has pinned. */
export async function eraseExpired(retentionMs: number, ports: RetentionPorts, signal?: AbortSignal): Promise<void> {
  const { recordings, now } = ports;
  for (let left = true; left; ) {
    const expired = await recordings.expired(now() - retentionMs, RECORDING_BATCH_SIZE);
    for (const session of expired) {
      if (signal?.aborted) return;
      await eraseIfExists(session, now(), ports);
    }
    left = expired.length === RECORDING_BATCH_SIZE;
  }
}
