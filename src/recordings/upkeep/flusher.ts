import { LRUCache } from "lru-cache";
import { pauseMs } from "../../rounds.ts";
import { StoreUnavailable } from "../../storage/ports/common.ts";
import type { SessionKey } from "../../storage/ports/recordings.ts";
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

/** What there is to count. */
export interface FlushEvents {
  readonly flushed: (bytes: number) => void;
  readonly failed: () => void;
}

const SESSIONS_AT_ONCE = 100;
const FIRST_PAUSE_MS = 1000;
const SESSIONS_REMEMBERED = 10_000;

/** Moves to files what is due. A session that fails is left alone for a while, by others too, and longer each time. */
export class Flusher {
  readonly #due: Due;
  readonly #flushing: Flushing;
  readonly #ports: FlushPorts;
  readonly #events: FlushEvents;
  readonly #failures = new LRUCache<string, number>({ max: SESSIONS_REMEMBERED });

  constructor(due: Due, flushing: Flushing, ports: FlushPorts, events: FlushEvents) {
    this.#due = due;
    this.#flushing = flushing;
    this.#ports = ports;
    this.#events = events;
  }

  /**
   * Goes on until nothing is due that can be written; gives how many files it wrote. Throws `StoreUnavailable`; a session that fails otherwise is reported and
   * passed over. Once the signal is aborted it ends after the session at hand.
   */
  async flush(report: Report, signal?: AbortSignal): Promise<number> {
    const { recordings, now } = this.#ports;
    let written = 0;
    for (let before = -1; written > before; ) {
      before = written;
      const { ageMs, bytes } = this.#due;
      for (const session of await recordings.due(now() - ageMs, bytes, now(), SESSIONS_AT_ONCE)) {
        if (signal?.aborted) return written;
        if (await this.#flushOne(session, report)) written += 1;
      }
    }
    return written;
  }

  async #flushOne(session: SessionKey, report: Report): Promise<boolean> {
    try {
      const bytes = await flushSession(session, this.#flushing, this.#ports);
      this.#failures.delete(nameOf(session));
      if (bytes !== null) this.#events.flushed(bytes);
      return bytes !== null;
    } catch (error) {
      this.#events.failed();
      await this.#leaveAlone(session);
      if (error instanceof StoreUnavailable) throw error;
      report(error, session);
      return false;
    }
  }

  async #leaveAlone(session: SessionKey): Promise<void> {
    const failures = this.#failures.get(nameOf(session)) ?? 0;
    this.#failures.set(nameOf(session), failures + 1);
    const { recordings, now } = this.#ports;
    const until = now() + pauseMs(failures, FIRST_PAUSE_MS, Math.random());
    await recordings.claim(session, this.#flushing.owner, until, now()).catch(() => {}); // then the lease is the pause
  }
}

function nameOf({ projectId, sessionId }: SessionKey): string {
  return `${projectId}/${sessionId}`;
}
