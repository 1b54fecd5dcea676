export type EngineState = "ok" | "unavailable" | "damaged";

/** What can be checked; `check` throws if it cannot be used. */
export interface Checkable {
  check(): Promise<void>;
}

export interface EngineCheckTimes {
  /** How long a caller waits at most; then it gets the last state that is known. */
  readonly answerMs: number;
  /** An engine that has not answered for so long cannot be used. Time in which this thread got no turn is no time. */
  readonly limitMs: number;
}

/** An engine of this process that is slow is not broken: its errors and its end are reported at once. */
export const LOCAL_TIMES: EngineCheckTimes = { answerMs: 1000, limitMs: 30_000 };
export const REMOTE_TIMES: EngineCheckTimes = { answerMs: 3500, limitMs: 3000 };

/** Calls back once, after at least this many milliseconds. Returns a function that prevents it. */
export type StartTimer = (ms: number, callback: () => void) => () => void;

const TICK_MS = 100;

const startSystemTimer: StartTimer = (ms, callback) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

/** Checks one engine. A node that gets too little CPU time does not take its engine for unavailable. */
export class EngineCheck {
  readonly #engine: Checkable;
  readonly #times: EngineCheckTimes;
  readonly #startTimer: StartTimer;
  #known: EngineState = "ok"; // the service starts with engines that answer
  #answer: Promise<EngineState> | null = null;
  #verdict: Promise<EngineState> | null = null;

  constructor(engine: Checkable, times: EngineCheckTimes, startTimer: StartTimer = startSystemTimer) {
    this.#engine = engine;
    this.#times = times;
    this.#startTimer = startTimer;
  }

  /** Returns the state of the engine, or the last one that is known if it is slow. */
  async state(): Promise<EngineState> {
    this.#verdict ??= this.#judge().then((state) => {
      this.#verdict = null;
      this.#known = state;
      return state;
    });
    return (await this.#waitFor(this.#verdict, this.#times.answerMs)) ?? this.#known;
  }

  /** Waits for the engine while this thread gets turns: a tick that comes late counts once. */
  async #judge(): Promise<EngineState> {
    this.#answer ??= this.#ask().finally(() => {
      this.#answer = null;
    });
    const answer = this.#answer;
    for (let waitedMs = 0; waitedMs < this.#times.limitMs; waitedMs += TICK_MS) {
      const state = await this.#waitFor(answer, TICK_MS);
      if (state !== null) return state;
    }
    return "unavailable";
  }

  #ask(): Promise<EngineState> {
    return this.#engine.check().then(
      () => "ok",
      () => "unavailable",
    );
  }

  /** Returns null if the promise is not resolved in time. */
  #waitFor(promise: Promise<EngineState>, ms: number): Promise<EngineState | null> {
    return new Promise((resolve) => {
      const cancel = this.#startTimer(ms, () => resolve(null));
      promise.then((state) => {
        cancel();
        resolve(state);
      });
    });
  }
}
