import { newLruCache } from "../../lib/lru-cache.ts";
import { backoffMs } from "../../lib/threads/retry.ts";
import { StoreUnavailable } from "../../store/ports/common.ts";
import type { SessionKey } from "../../store/ports/recordings.ts";
import { sessionName } from "../record/session-properties.ts";
import { type FlushPorts, flushSession, type LeaseOptions } from "./flush-session.ts";

export interface FlushThresholds {
  /** Milliseconds since the oldest snapshot was received. */
  readonly ageMs: number;
  readonly bytes: number;
}

/** Reports a skipped session, or a run, which is repeated later. */
export type ReportError = (error: unknown, session?: SessionKey) => void;

export interface FlushEvents {
  readonly flushed: (bytes: number) => void;
  readonly failed: () => void;
}

const SESSION_BATCH_SIZE = 100;
const FLUSH_BACKOFF = { initialMs: 1000, maxMs: 60_000 };
const MAX_TRACKED_FAILURES = 10_000;

/** Pauses before any flusher retries a failed session, longer with each failure. */
export class Flusher {
  readonly #thresholds: FlushThresholds;
  readonly #leaseOptions: LeaseOptions;
  readonly #ports: FlushPorts;
  readonly #events: FlushEvents;
  readonly #failures = newLruCache<string, number>(MAX_TRACKED_FAILURES);

  constructor(thresholds: FlushThresholds, leaseOptions: LeaseOptions, ports: FlushPorts, events: FlushEvents) {
    this.#thresholds = thresholds;
    this.#leaseOptions = leaseOptions;
    this.#ports = ports;
    this.#events = events;
  }

  /** Returns the number of files written. Throws `StoreUnavailable`; reports and skips other failures. */
  async flush(report: ReportError, signal?: AbortSignal): Promise<number> {
    const { flushing, now } = this.#ports;
    let written = 0;
    for (let before = -1; written > before; ) {
      before = written;
      const { ageMs, bytes } = this.#thresholds;
      for (const session of await flushing.due(now() - ageMs, bytes, now(), SESSION_BATCH_SIZE)) {
        if (signal?.aborted) return written;
        if (await this.#flushOne(session, report)) written += 1;
      }
    }
    return written;
  }

  async #flushOne(session: SessionKey, report: ReportError): Promise<boolean> {
    try {
      const bytes = await flushSession(session, this.#leaseOptions, this.#ports);
      this.#failures.delete(sessionName(session));
      if (bytes !== null) this.#events.flushed(bytes);
      return bytes !== null;
    } catch (error) {
      this.#events.failed();
      await this.#backOff(session);
      if (error instanceof StoreUnavailable) throw error;
      report(error, session);
      return false;
    }
  }

  async #backOff(session: SessionKey): Promise<void> {
    const failures = this.#failures.get(sessionName(session)) ?? 0;
    this.#failures.set(sessionName(session), failures + 1);
    const { flushing, now } = this.#ports;
    const until = now() + backoffMs(failures + 1, FLUSH_BACKOFF);
    // The existing claim is the pause if this fails.
    await flushing.claim(session, this.#leaseOptions.owner, until, now()).catch(() => {});
  }
}
