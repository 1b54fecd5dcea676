import type { Undecided } from "./flag-context.ts";
import type { FlagOutcome } from "./outcome.ts";

/** What was decided for a person. */
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

  /** Returns what was decided about these flags. */
  only(keys: readonly string[]): RequestedDecisions {
    const requested = new Set(keys);
    const decided = this.decided.filter(({ key }) => requested.has(key));
    return new RequestedDecisions(decided, new Map([...this.undecided].filter(([key]) => requested.has(key))));
  }

  /**
   * Whether some flags could not be decided now. They have no outcome, and clients keep the values that they have, of
   * all flags: so a flag that can never be decided is left out without a word, unless it is requested by name.
   */
  get isIncomplete(): boolean {
    return [...this.undecided.values()].some(({ needs }) => needs.some(({ of }) => of !== "unsupported"));
  }

  /** The JSON of an object with the value of each decided flag. It is kept, because decisions are recalled. */
  get valuesJson(): string {
    if (this.#valuesJson === undefined) {
      let members = "";
      for (const outcome of this.decided) members += outcome.member;
      this.#valuesJson = `{${members.slice(1)}}`;
    }
    return this.#valuesJson;
  }
}

/** What was decided about flags that the request names. */
class RequestedDecisions extends FlagDecisions {
  override get isIncomplete(): boolean {
    return this.undecided.size > 0;
  }
}

const NONE: ReadonlyMap<string, Undecided> = new Map();
