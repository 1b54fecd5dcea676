import { RegexBudget } from "./bounded-regex.ts";
import { type ComparedValue, TextBudget } from "./compared-value.ts";
import { type FlagContext, Undecided } from "./flag-context.ts";
import type { MatchContext } from "./match-property.ts";
import type { FlagOutcome } from "./outcome.ts";
import { Positions, type ScaledSet } from "./positions.ts";

/** How much of a flag set there is to find out. */
export interface EvaluatedSet extends ScaledSet {
  readonly active: readonly unknown[];
  readonly properties: readonly unknown[];
  readonly predicateCount: number;
}

/**
 * What one decision has found out so far. Flags share properties and predicates, so each is looked up, prepared and
 * tested once; the indexes are those of the flag set.
 */
export class Evaluation<S extends EvaluatedSet = EvaluatedSet> implements MatchContext {
  readonly set: S;
  readonly context: FlagContext;
  readonly regexes = new RegexBudget();
  readonly texts = new TextBudget();
  readonly properties: (ComparedValue | "absent" | Undecided | undefined)[];
  readonly predicates: (boolean | Undecided | undefined)[];
  readonly #findPositions: (identifier: string) => Positions;
  /** Of the distinct id. */
  #personPositions: Positions | undefined;
  /** Of the other identifiers. */
  #positions: Map<string, Positions> | undefined;
  #outcomes: (FlagOutcome | Undecided | undefined)[] | undefined;

  /** `findPositions` may return positions that are known from earlier decisions. */
  constructor(set: S, context: FlagContext, findPositions = (identifier: string) => new Positions(set, identifier)) {
    this.set = set;
    this.context = context;
    this.properties = new Array(set.properties.length);
    this.predicates = new Array(set.predicateCount);
    this.#findPositions = findPositions;
  }

  /** Returns a new evaluation of the same subjects, of which the context tells more. */
  complete(context: FlagContext): Evaluation<S> {
    const evaluation = new Evaluation(this.set, context, this.#findPositions);
    evaluation.#positions = this.#positions;
    evaluation.#personPositions = this.#personPositions;
    return evaluation;
  }

  get outcomes(): (FlagOutcome | Undecided | undefined)[] {
    this.#outcomes ??= new Array(this.set.active.length);
    return this.#outcomes;
  }

  get now() {
    return this.context.now;
  }

  /** The positions of the distinct id. */
  get personPositions(): Positions {
    this.#personPositions ??= this.#findPositions(this.context.distinctId);
    return this.#personPositions;
  }

  positionsOf(identifier: string): Positions {
    if (identifier === this.context.distinctId) return this.personPositions;
    this.#positions ??= new Map();
    const known = this.#positions.get(identifier);
    if (known !== undefined) return known;
    const positions = this.#findPositions(identifier);
    this.#positions.set(identifier, positions);
    return positions;
  }

  /** Returns the positions of the person for this flag: with experience continuity, of the stored identifier. */
  flagPositions(flagKey: string, hasContinuity: boolean): Positions | Undecided {
    if (!hasContinuity) return this.personPositions;
    const { identifiers } = this.context;
    if (identifiers === undefined) return new Undecided({ of: "identifier", flagKey });
    const identifier = identifiers.get(flagKey);
    return identifier === undefined ? this.personPositions : this.positionsOf(identifier);
  }
}
