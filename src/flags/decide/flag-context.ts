import type { PropertyMap } from "../../lib/json/json.ts";
import type { Millis } from "../../store/ports/common.ts";
import type { FlagOutcome } from "./outcome.ts";

export interface KnownProperties {
  /** Properties that take precedence over stored ones. */
  readonly fromRequest: PropertyMap;
  /** Undefined until read from the store; `{}` for an unknown person or group. */
  readonly stored: PropertyMap | undefined;
}

export interface FlagContext {
  readonly distinctId: string;
  /** `uuid` is of a person who was read. */
  readonly person: KnownProperties & { readonly uuid?: string | undefined };
  /** Maps group types to group keys. */
  readonly groups: ReadonlyMap<string, string>;
  /** Stored properties of an absent group type have not been read. */
  readonly groupProperties: ReadonlyMap<string, KnownProperties>;
  /** Stored identifiers in place of the distinct id, by flag key (experience continuity). Undefined until read. */
  readonly identifiers: ReadonlyMap<string, string> | undefined;
  readonly now: Millis;
}

/** Missing data: readable from the store; not comparable (`never`); or unknown to this service (`unsupported`). */
export type Need =
  | { readonly of: "person" }
  | { readonly of: "group"; readonly type: string }
  | { readonly of: "identifier"; readonly flagKey: string }
  | { readonly of: "never" | "unsupported"; readonly why: string };

/** A result that depends on missing data. */
export class Undecided {
  readonly needs: readonly Need[];

  constructor(...needs: Need[]) {
    this.needs = needs;
  }

  and(other: Undecided): Undecided {
    return other === this ? this : new Undecided(...new Set([...this.needs, ...other.needs]));
  }
}

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

  without(keys: ReadonlySet<string>): FlagDecisions {
    const decided = this.decided.filter(({ key }) => !keys.has(key));
    return new FlagDecisions(decided, new Map([...this.undecided].filter(([key]) => !keys.has(key))));
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
