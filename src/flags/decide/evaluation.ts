import { RegexBudget } from "../define/bounded-regex.ts";
import { type ComparedValue, TextBudget } from "../define/compared-value.ts";
import { type FlagContext, Undecided } from "./flag-context.ts";
import { type MatchContext, SearchBudget } from "./match-property.ts";
import type { FlagOutcome } from "./outcome.ts";
import { type HashedSet, RolloutHashes } from "./rollout-hashes.ts";

export interface EvaluatedSet extends HashedSet {
  readonly active: readonly unknown[];
  readonly properties: readonly unknown[];
  readonly predicateCount: number;
}

/** What one decision has found out. Flags share properties and predicates: each is tested once, by index in the set. */
export class Evaluation<S extends EvaluatedSet = EvaluatedSet> implements MatchContext {
  readonly set: S;
  readonly context: FlagContext;
  /** Made on demand: few decisions need these. */
  #regexes: RegexBudget | undefined;
  #searches: SearchBudget | undefined;
  readonly texts = new TextBudget();
  readonly properties: (ComparedValue | "absent" | Undecided | undefined)[];
  readonly predicates: (boolean | Undecided | undefined)[];
  readonly #findHashes: (identifier: string) => RolloutHashes;
  #personHashes: RolloutHashes | undefined;
  #hashes: Map<string, RolloutHashes> | undefined;
  #outcomes: (FlagOutcome | Undecided | undefined)[] | undefined;

  /** `findHashes` may return hashes that are known from earlier decisions. */
  constructor(set: S, context: FlagContext, findHashes = (identifier: string) => new RolloutHashes(set, identifier)) {
    this.set = set;
    this.context = context;
    this.properties = new Array(set.properties.length);
    this.predicates = new Array(set.predicateCount);
    this.#findHashes = findHashes;
  }

  /** Returns a new evaluation of the same subjects, with a context that tells more. */
  complete(context: FlagContext): Evaluation<S> {
    const evaluation = new Evaluation(this.set, context, this.#findHashes);
    evaluation.#hashes = this.#hashes;
    evaluation.#personHashes = this.#personHashes;
    return evaluation;
  }

  get outcomes(): (FlagOutcome | Undecided | undefined)[] {
    this.#outcomes ??= new Array(this.set.active.length);
    return this.#outcomes;
  }

  get regexes(): RegexBudget {
    this.#regexes ??= new RegexBudget();
    return this.#regexes;
  }

  get searches(): SearchBudget {
    this.#searches ??= new SearchBudget();
    return this.#searches;
  }

  get now() {
    return this.context.now;
  }

  get personHashes(): RolloutHashes {
    this.#personHashes ??= this.#findHashes(this.context.distinctId);
    return this.#personHashes;
  }

  /** Returns the hashes of the device that the request names, else of the person. */
  get deviceHashes(): RolloutHashes {
    const { $device_id: id } = this.context.person.fromRequest;
    return typeof id === "string" && id !== "" ? this.rolloutHashesOf(id) : this.personHashes;
  }

  rolloutHashesOf(identifier: string): RolloutHashes {
    if (identifier === this.context.distinctId) return this.personHashes;
    this.#hashes ??= new Map();
    const known = this.#hashes.get(identifier);
    if (known !== undefined) return known;
    const hashes = this.#findHashes(identifier);
    this.#hashes.set(identifier, hashes);
    return hashes;
  }

  /** Returns the hashes of the person for this flag: with experience continuity, of the stored identifier. */
  flagHashes(flagKey: string, hasContinuity: boolean): RolloutHashes | Undecided {
    if (!hasContinuity) return this.personHashes;
    const { identifiers } = this.context;
    if (identifiers === undefined) return new Undecided({ of: "identifier", flagKey });
    const identifier = identifiers.get(flagKey);
    return identifier === undefined ? this.personHashes : this.rolloutHashesOf(identifier);
  }
}
