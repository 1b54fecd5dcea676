import type { Config } from "../settings/config.ts";
import type { EngineCheck, EngineState } from "./engine-check.ts";

export type EngineStates = Readonly<Record<"documents" | "files" | "journal", EngineState>> & {
  readonly columnar?: EngineState;
};

export interface CheckedEngines {
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
