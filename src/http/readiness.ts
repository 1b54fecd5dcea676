import type { Config } from "../config.ts";

export type EngineState = "ok" | "unavailable";
export type EngineStates = Readonly<Record<"documents" | "files" | "journal", EngineState>> & {
  readonly columnar?: EngineState;
};

/** What can be checked; `check` throws if it cannot be used. */
interface Checkable {
  check(): Promise<void>;
}

export interface CheckedEngines {
  readonly documents: Checkable;
  readonly files: Checkable;
  readonly journal: Checkable;
  /** Absent if none is configured. */
  readonly columnar?: Checkable | undefined;
}

const CHECK_TIMEOUT_MS = 3000;

/** Whether this node should get requests, and the state of its engines. */
export class Readiness {
  readonly #engines: CheckedEngines;
  readonly #needsDocuments: boolean;
  #checking: Promise<EngineStates> | null = null;
  #isStopping = false;

  constructor(engines: CheckedEngines, { DURABILITY }: Pick<Config, "DURABILITY">) {
    this.#engines = engines;
    this.#needsDocuments = DURABILITY === "store";
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** From now on the node is not ready, so that balancers send requests to others. */
  markStopping(): void {
    this.#isStopping = true;
  }

  /** Returns whether a node with these engines should get requests: it then accepts events. */
  isReady({ journal, documents }: EngineStates): boolean {
    return !this.#isStopping && journal === "ok" && (documents === "ok" || !this.#needsDocuments);
  }

  /** Checks each engine, for up to 3 seconds. Concurrent callers share the check. */
  checkEngines(): Promise<EngineStates> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  async #check(): Promise<EngineStates> {
    const { columnar, ...engines } = this.#engines;
    const [documents, files, journal, legacy] = await Promise.all([
      checkEngine(engines.documents),
      checkEngine(engines.files),
      checkEngine(engines.journal),
      columnar && checkEngine(columnar),
    ]);
    return { documents, files, journal, ...(legacy && { columnar: legacy }) };
  }
}

async function checkEngine(engine: Checkable): Promise<EngineState> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<EngineState>((resolve) => {
    timer = setTimeout(resolve, CHECK_TIMEOUT_MS, "unavailable");
  });
  const answer = engine.check().then(
    () => "ok" as const,
    () => "unavailable" as const,
  );
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
