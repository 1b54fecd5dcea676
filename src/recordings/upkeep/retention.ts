import type { Millis } from "../../storage/ports/common.ts";
import type { Recordings } from "../../storage/ports/recordings.ts";
import { type ErasePorts, eraseIfThere } from "../library/erase.ts";

export interface RetentionPorts extends ErasePorts {
  readonly recordings: ErasePorts["recordings"] & Pick<Recordings, "expired">;
  readonly now: () => Millis;
}

const RECORDINGS_AT_ONCE = 100;

/** Erases the recordings of which nothing was received for so many milliseconds, but for those that somebody has pinned. */
export async function eraseExpired(retentionMs: number, ports: RetentionPorts, signal?: AbortSignal): Promise<void> {
  const { recordings, now } = ports;
  for (let left = true; left; ) {
    const expired = await recordings.expired(now() - retentionMs, RECORDINGS_AT_ONCE);
    for (const session of expired) {
      if (signal?.aborted) return;
      await eraseIfThere(session, now(), ports);
    }
    left = expired.length === RECORDINGS_AT_ONCE;
  }
}
