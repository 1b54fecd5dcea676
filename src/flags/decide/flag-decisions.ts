import type { Undecided } from "./flag-context.ts";
import type { FlagOutcome } from "./outcome.ts";

export class FlagDecisions {
  /** The outcomes of the active flags that are decided, in the order of the definitions. */
  readonly decided: readonly FlagOutcome[];
  /** The other active flags, by key. */
  readonly undecided: ReadonlyMap<string, Undecided>;
  #valuesJson: string | undefined;

  constructor(decided: readonly FlagOutcome[], undecided: ReadonlyMap<string, Undecided> = NONE) {
    this.decided = decided;
    this.undecided = undecided;
  }

  only(keys: readonly string[]): RequestedDecisions {
    const requested = new Set(keys);
    const decided = this.decided.filter(({ key }) => requested.has(key));
    return new RequestedDecisions(decided, new Map([...this.undecided].filter(([key]) => requested.has(key))));
  }

  /**
   * Whether some flags could not be decided now: they have no outcome, and clients keep the values of all flags. A flag
   * that can never be decided is left out silently, unless it is requested by name.
   */
  get isIncomplete(): boolean {
    return [...this.undecided.values()].some(({ needs }) => needs.some(({ of }) => of !== "unsupported"));
  }

  /** JSON object of the values of decided flags. It is kept, because decisions are recalled. */
  get valuesJson(): string {
    if (this.#valuesJson === undefined) {
      let members = "";
      for (const outcome of this.decided) members += outcome.member;
      this.#valuesJson = `{${members.slice(1)}}`;
    }
    return this.#valuesJson;
  }
}

class RequestedDecisions extends FlagDecisions {
  override get isIncomplete(): boolean {
    return this.undecided.size > 0;
  }
}

const NONE: ReadonlyMap<string, Undecided> = new Map();
