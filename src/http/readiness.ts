import type { Config } from "../settings/config.ts";
import type { EngineCheck, EngineState } from "./engine-check.ts";

export type EngineStates = Readonly<Record<"documents" | "files" | "journal", EngineState>> & {
  readonly columnar?: EngineState;
};

export interface CheckedEngines {
  readonly documents: EngineCheck;
  readonly files: EngineCheck;
  readonly journal: EngineCheck;
  /** Absent if none is configured. */
  readonly legacy?: EngineCheck | undefined;
}

/** Whether the engine's database is known to be damaged; most of it can be used nevertheless. */
type IsDamaged = (engine: "documents" | "journal") => boolean;

/** Whether this node should get requests, and the state of its engines. */
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

  /** From now on the node is not ready, so that balancers send requests to others. */
  markStopping(): void {
    this.#isStopping = true;
  }

  /** Returns whether a node with these engines should get requests: it then accepts events. */
  isReady({ journal, documents }: EngineStates): boolean {
    return !this.#isStopping && journal === "ok" && (documents === "ok" || !this.#needsDocuments);
  }

  /** Checks each engine, for a few seconds at most. */
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
