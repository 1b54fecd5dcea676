import { setTimeout as sleep } from "node:timers/promises";
import type { Millis } from "../../store/ports/common.ts";
import type { RecordingPieces } from "../../store/ports/recording-pieces.ts";
import { UNRECORDED_SESSION_MS } from "../record/session-properties.ts";

export interface CheckPropertiesPorts {
  readonly pieces: Pick<RecordingPieces, "checkProperties">;
  readonly now: () => Millis;
}

/** Small batches with pauses let events be written to the same store. */
const SESSION_BATCH_SIZE = 500;
const BATCH_PAUSE_MS = 50;

/** Drops properties of sessions not recorded within `UNRECORDED_SESSION_MS`. */
export async function checkSessionProperties(
  { pieces, now }: CheckPropertiesPorts,
  signal: AbortSignal,
): Promise<void> {
  const check = () => pieces.checkProperties(now(), now() + UNRECORDED_SESSION_MS, SESSION_BATCH_SIZE);
  while ((await check()) === SESSION_BATCH_SIZE && !signal.aborted) await sleep(BATCH_PAUSE_MS);
}
