import { setTimeout as sleep } from "node:timers/promises";
import { type Millis, StoreUnavailable } from "../../storage/ports/common.ts";
import type { LeaseOptions } from "../maintenance/flush-session.ts";
import type { ReportError } from "../maintenance/flusher.ts";
import { importLegacySession, type LegacyImportPorts } from "./import-legacy-session.ts";

/** How much longer than a pass over the table its rest is, so that a large one is not read all the time. */
const IDLE_FACTOR = 9;

/**
 * Takes up the sessions whose last row is older than `before`, the latest first: what is added later may be of any time. Then rests, until the
 * signal ends it. A session that fails is reported and passed over; throws `StoreUnavailable`, and an error where not all were taken up.
 */
export async function importLegacySessions(
  before: Millis,
  flushing: LeaseOptions,
  ports: LegacyImportPorts,
  report: ReportError,
  signal: AbortSignal,
): Promise<void> {
  const begin = ports.now();
  let failures = 0;
  for await (const session of ports.columnar.sessions(before)) {
    if (signal.aborted) return;
    try {
      await importLegacySession(session, flushing, ports);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      report(error, session);
      failures += 1;
    }
  }
  await sleep((ports.now() - begin) * IDLE_FACTOR, undefined, { signal }).catch(() => {});
  if (failures > 0) throw new Error(`${failures} recordings of the old method could not be taken up yet.`);
}
