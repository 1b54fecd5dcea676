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

  /** Whether some flags could not be decided. They have no outcome. */
  get isIncomplete(): boolean {
    return this.undecided.size > 0;
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

const NONE: ReadonlyMap<string, Undecided> = new Map();
