export interface Repetitions {
  readonly repeated: number;
  readonly seconds: number;
}

/** Logs the message; with `repetitions` it stands for all that were not logged. */
export type WriteMessage = (repetitions: Repetitions | null) => void;

interface Kind {
  repeated: number;
  write: WriteMessage;
}

export interface RepeatedMessagesOptions {
  /** Called with the number of messages of too many kinds to tell them apart. */
  readonly onOverflow: WriteMessage;
  readonly intervalMs?: number;
}

const INTERVAL_MS = 60_000;
const MAX_KINDS = 100;

/** Logs the first message of each kind at once, then one a minute: about a hundred a minute at most. */
export class RepeatedMessages {
  readonly #kinds = new Map<string, Kind>();
  readonly #overflow: Kind;
  readonly #intervalMs: number;
  #timer: NodeJS.Timeout | undefined;
  #since = 0;

  constructor({ onOverflow, intervalMs = INTERVAL_MS }: RepeatedMessagesOptions) {
    this.#overflow = { repeated: 0, write: onOverflow };
    this.#intervalMs = intervalMs;
  }

  add(name: string, write: WriteMessage): void {
    this.#startTimer();
    const known = this.#kinds.get(name);
    if (known) {
      known.repeated += 1;
      known.write = write;
    } else if (this.#kinds.size >= MAX_KINDS) this.#overflow.repeated += 1;
    else {
      this.#kinds.set(name, { repeated: 0, write });
      write(null);
    }
  }

  /** Logs what was repeated. A kind that was not repeated is forgotten: its next message is logged at once. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const seconds = Math.round((performance.now() - this.#since) / 1000);
    for (const [name, kind] of this.#kinds) if (!report(kind, seconds)) this.#kinds.delete(name);
    report(this.#overflow, seconds);
    if (this.#kinds.size > 0) this.#startTimer();
  }

  #startTimer(): void {
    if (this.#timer) return;
    this.#since = performance.now();
    this.#timer = setTimeout(() => this.flush(), this.#intervalMs).unref();
  }
}

/** Returns false if there is nothing to report. */
function report(kind: Kind, seconds: number): boolean {
  const { repeated } = kind;
  if (repeated === 0) return false;
  kind.repeated = 0;
  kind.write({ repeated, seconds });
  return true;
}
