import type { Config } from "../settings/config.ts";

type EngineState = "ok" | "unavailable" | "damaged";

interface Checkable {
  check(): Promise<void>;
}

interface EngineCheckTimes {
  /** Longest wait of a caller, which then gets the last known state. */
  readonly answerMs: number;
  /** Silence after which an engine is unavailable. Time in which this thread got no turn does not count. */
  readonly limitMs: number;
}

/** Slow engines of this process are not broken: their errors and their end are reported at once. */
export const LOCAL_TIMES: EngineCheckTimes = { answerMs: 1000, limitMs: 30_000 };
export const REMOTE_TIMES: EngineCheckTimes = { answerMs: 3500, limitMs: 3000 };

/** Calls back once, after at least `ms` milliseconds. Returns a function that prevents it. */
type StartTimer = (ms: number, callback: () => void) => () => void;

const TICK_MS = 100;

const startSystemTimer: StartTimer = (ms, callback) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

/** Checks one engine. A lack of CPU time on this node does not make the engine unavailable. */
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

  /** Returns the state, or the last known one if the engine is slow. */
  async state(): Promise<EngineState> {
    this.#verdict ??= this.#judge().then((state) => {
      this.#verdict = null;
      this.#known = state;
      return state;
    });
    return (await this.#waitFor(this.#verdict, this.#times.answerMs)) ?? this.#known;
  }

  /** Counts ticks while this thread gets turns: a tick that comes late counts once. */
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

type EngineStates = Readonly<Record<"documents" | "files" | "journal", EngineState>> & {
  readonly columnar?: EngineState;
};

interface CheckedEngines {
  readonly documents: EngineCheck;
  readonly files: EngineCheck;
  readonly journal: EngineCheck;
  readonly legacy?: EngineCheck | undefined;
}

/** Most of a damaged database can still be used. */
type IsDamaged = (engine: "documents" | "journal") => boolean;

export class Readiness {
  readonly #engines: CheckedEngines;
  readonly #needsDocuments: boolean;
  readonly #isDamaged: IsDamaged;
  #isStopping = false;

  constructor(engines: CheckedEngines, { DURABILITY }: Pick<Config, "DURABILITY">, isDamaged: IsDamaged) {
    this.#engines = engines;
    this.#isDamaged = isDamaged;
    this.#needsDocuments = DURABILITY === "store";
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Makes balancers send requests to other nodes. */
  markStopping(): void {
    this.#isStopping = true;
  }

  /** Returns whether a node with these engines accepts events. */
  isReady({ journal, documents }: EngineStates): boolean {
    return !this.#isStopping && journal === "ok" && (documents === "ok" || !this.#needsDocuments);
  }

  /** Takes a few seconds at most. */
  async checkEngines(): Promise<EngineStates> {
    const { legacy, ...engines } = this.#engines;
    const [documents, files, journal, columnar] = await Promise.all([
      engines.documents.state(),
      engines.files.state(),
      engines.journal.state(),
      legacy?.state(),
    ]);
    return {
      documents: this.#isDamaged("documents") ? "damaged" : documents,
      files,
      journal: this.#isDamaged("journal") ? "damaged" : journal,
      ...(columnar && { columnar }),
    };
  }
}
