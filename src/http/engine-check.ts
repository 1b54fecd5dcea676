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

const TICK_MS = 100;

const startSystemTimer = (ms: number, callback: () => void): (() => void) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

/**
 * Returns what tells the state of one engine, or the last known one if the engine is slow. A lack of CPU time on this
 * node does not make the engine unavailable.
 */
export function engineCheck(engine: Checkable, { answerMs, limitMs }: EngineCheckTimes, startTimer = startSystemTimer) {
  let known: EngineState = "ok"; // the service starts with engines that answer
  let answer: Promise<EngineState> | null = null;
  let verdict: Promise<EngineState> | null = null;
  const ask = (): Promise<EngineState> =>
    engine.check().then(
      () => "ok",
      () => "unavailable",
    );
  const waitFor = (promise: Promise<EngineState>, ms: number) =>
    new Promise<EngineState | null>((resolve) => {
      const cancel = startTimer(ms, () => resolve(null));
      promise.then((state) => {
        cancel();
        resolve(state);
      });
    });
  /** Counts ticks while this thread gets turns: a tick that comes late counts once. */
  const judge = async (): Promise<EngineState> => {
    answer ??= ask().finally(() => {
      answer = null;
    });
    const asked = answer;
    for (let waitedMs = 0; waitedMs < limitMs; waitedMs += TICK_MS) {
      const state = await waitFor(asked, TICK_MS);
      if (state !== null) return state;
    }
    return "unavailable";
  };
  return async (): Promise<EngineState> => {
    verdict ??= judge().then((state) => {
      verdict = null;
      known = state;
      return state;
    });
    return (await waitFor(verdict, answerMs)) ?? known;
  };
}

type CoreEngine = "documents" | "files" | "journal";
type EngineStates = Readonly<Record<CoreEngine, EngineState>> & { readonly columnar?: EngineState };
type CheckedEngines = Readonly<Record<CoreEngine, () => Promise<EngineState>>> & {
  readonly legacy?: (() => Promise<EngineState>) | undefined;
};

export type Readiness = ReturnType<typeof newReadiness>;

/** Most of a damaged database can still be used. */
export function newReadiness(
  engines: CheckedEngines,
  { DURABILITY }: Pick<Config, "DURABILITY">,
  isDamaged: (engine: "documents" | "journal") => boolean,
) {
  const needsDocuments = DURABILITY === "store";
  let isStopping = false;
  return {
    get isStopping() {
      return isStopping;
    },
    /** Makes balancers send requests to other nodes. */
    markStopping(): void {
      isStopping = true;
    },
    /** Returns whether a node with these engines accepts events. */
    isReady: ({ journal, documents }: EngineStates) =>
      !isStopping && journal === "ok" && (documents === "ok" || !needsDocuments),
    /** Takes a few seconds at most. */
    async checkEngines(): Promise<EngineStates> {
      const checks = [engines.documents(), engines.files(), engines.journal(), engines.legacy?.()] as const;
      const [documents, files, journal, columnar] = await Promise.all(checks);
      return {
        documents: isDamaged("documents") ? "damaged" : documents,
        files,
        journal: isDamaged("journal") ? "damaged" : journal,
        ...(columnar && { columnar }),
      };
    },
  };
}
