import { setTimeout as sleep } from "node:timers/promises";
import { type Millis, StoreUnavailable } from "../../store/ports/common.ts";
import type { LeaseOptions } from "../flush/flush-session.ts";
import type { ReportError } from "../flush/flusher.ts";
import { importLegacySession, type LegacyImportPorts } from "./import-legacy-session.ts";

/** Pauses are this many times as long as a pass, so that a large table is not read constantly. */
const IDLE_FACTOR = 9;

/**
 * Imports sessions with no row since `before`, latest first, then pauses. Reports and skips failures. Throws
 * `StoreUnavailable`, and an error if any session was skipped.
 */
export async function importLegacySessions(
  before: Millis,
  lease: LeaseOptions,
  ports: LegacyImportPorts,
  report: ReportError,
  signal: AbortSignal,
): Promise<void> {
  const begin = ports.now();
  let failures = 0;
  for await (const session of ports.legacy.sessions(before)) {
    if (signal.aborted) return;
    try {
      await importLegacySession(session, lease, ports);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      report(error, session);
      failures += 1;
    }
  }
  await sleep((ports.now() - begin) * IDLE_FACTOR, undefined, { signal }).catch(() => {});
  if (failures > 0) throw new Error(`${failures} recordings of the old method could not be imported yet.`);
}
