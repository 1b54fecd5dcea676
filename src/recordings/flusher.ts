import { StoreUnavailable } from "../storage/ports/common.ts";
import type { SessionKey } from "../storage/ports/recordings.ts";
import { type Flushing, type FlushPorts, flushSession } from "./flush-session.ts";

/** When a session's snapshots move to a file. */
export interface Due {
  /** As soon as one was received this long ago, in milliseconds. */
  readonly ageMs: number;
  /** As soon as there are more bytes of them. */
  readonly bytes: number;
}

/** Told of what failed: of a session that is passed over, or of a whole round that is tried again later. */
export type Report = (error: unknown, session?: SessionKey) => void;

const SESSIONS_AT_ONCE = 100;

/**
 * Moves to files what is due, until nothing is. Gives how many files it wrote. Throws `StoreUnavailable`; a session that fails otherwise is
 * reported and passed over. Once the signal is aborted it ends after the session at hand.
 */
export async function flushDue(
  due: Due,
  flushing: Flushing,
  ports: FlushPorts,
  report: Report,
  signal?: AbortSignal,
): Promise<number> {
  const passedOver = new Set<string>();
  let written = 0;
  for (;;) {
    const limit = SESSIONS_AT_ONCE + passedOver.size;
    const sessions = await ports.recordings.due(ports.now() - due.ageMs, due.bytes, limit);
    const waiting = sessions.filter((session) => !passedOver.has(nameOf(session)));
    if (waiting.length === 0) return written;
    for (const session of waiting) {
      if (signal?.aborted) return written;
      if (await flushOrReport(session, flushing, ports, report)) written += 1;
      else passedOver.add(nameOf(session));
    }
  }
}

async function flushOrReport(session: SessionKey, flushing: Flushing, ports: FlushPorts, report: Report) {
  try {
    return await flushSession(session, flushing, ports);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    report(error, session);
    return false;
  }
}

function nameOf({ projectId, sessionId }: SessionKey): string {
  return `${projectId}/${sessionId}`;
}
