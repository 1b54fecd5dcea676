import { setTimeout as sleep } from "node:timers/promises";
import { type Millis, StoreUnavailable } from "../../storage/ports/common.ts";
import type { Flushing } from "../upkeep/flush-session.ts";
import type { Report } from "../upkeep/flusher.ts";
import { type TakeUpPorts, takeUp } from "./take-up.ts";

/** How much longer than a pass over the table its rest is, so that a large one is not read all the time. */
const REST = 9;

/**
 * Takes up the sessions whose last row is older than `before`, the latest first: what is added later may be of any time. Then rests, until the
 * signal ends it. A session that fails is reported and passed over; throws `StoreUnavailable`, and an error where not all were taken up.
 */
export async function takeUpAll(
  before: Millis,
  flushing: Flushing,
  ports: TakeUpPorts,
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  const begin = ports.now();
  let failures = 0;
  for await (const session of ports.columnar.sessions(before)) {
    if (signal.aborted) return;
    try {
      await takeUp(session, flushing, ports);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      report(error, session);
      failures += 1;
    }
  }
  await sleep((ports.now() - begin) * REST, undefined, { signal }).catch(() => {});
  if (failures > 0) throw new Error(`${failures} recordings of the old method could not be taken up yet.`);
}
