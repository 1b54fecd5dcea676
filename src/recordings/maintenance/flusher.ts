import { LRUCache } from "lru-cache";
import { backoffMs } from "../../retry.ts";
import { StoreUnavailable } from "../../storage/ports/common.ts";
import type { SessionKey } from "../../storage/ports/recordings.ts";
import { type FlushPorts, flushSession, type LeaseOptions } from "./flush-session.ts";

/** When a session's snapshots move to a file. */
export interface FlushThresholds {
  /** As soon as one was received this long ago, in milliseconds. */
  readonly ageMs: number;
  /** As soon as there are more bytes of them. */
  readonly bytes: number;
}

/** Told of what failed: of a session that is passed over, or of a whole round that is tried again later. */
export type ReportError = (error: unknown, session?: SessionKey) => void;

/** What there is to count. */
export interface FlushEvents {
  readonly flushed: (bytes: number) => void;
  readonly failed: () => void;
}

const SESSION_BATCH_SIZE = 100;
const FLUSH_BACKOFF = { initialMs: 1000, maxMs: 60_000 };
const MAX_TRACKED_FAILURES = 10_000;

/** Moves to files what is due. A session that fails is left alone for a while, by others too, and longer each time. */
export class Flusher {
  readonly #thresholds: FlushThresholds;
  readonly #leaseOptions: LeaseOptions;
  readonly #ports: FlushPorts;
  readonly #events: FlushEvents;
  readonly #failures = new LRUCache<string, number>({ max: MAX_TRACKED_FAILURES });

  constructor(due: FlushThresholds, flushing: LeaseOptions, ports: FlushPorts, events: FlushEvents) {
    this.#thresholds = due;
    this.#leaseOptions = flushing;
    this.#ports = ports;
    this.#events = events;
  }

  /**
   * Goes on until nothing is due that can be written; gives how many files it wrote. Throws `StoreUnavailable`; a session that fails otherwise is reported and
   * passed over. Once the signal is aborted it ends after the session at hand.
   */
  async flush(report: ReportError, signal?: AbortSignal): Promise<number> {
    const { recordings, now } = this.#ports;
    let written = 0;
    for (let before = -1; written > before; ) {
      before = written;
      const { ageMs, bytes } = this.#thresholds;
      for (const session of await recordings.due(now() - ageMs, bytes, now(), SESSION_BATCH_SIZE)) {
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
    const { recordings, now } = this.#ports;
    const until = now() + backoffMs(failures + 1, FLUSH_BACKOFF);
    await recordings.claim(session, this.#leaseOptions.owner, until, now()).catch(() => {}); // then the lease is the pause
  }
}

function sessionName({ projectId, sessionId }: SessionKey): string {
  return `${projectId}/${sessionId}`;
}
