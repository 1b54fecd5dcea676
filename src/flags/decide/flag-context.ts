import type { PropertyMap } from "../../lib/json/json.ts";
import type { Millis } from "../../store/ports/common.ts";

export interface KnownProperties {
  /** Properties that take precedence over stored ones. */
  readonly fromRequest: PropertyMap;
  /** Undefined until read from the store; `{}` for an unknown person or group. */
  readonly stored: PropertyMap | undefined;
}

export interface FlagContext {
  readonly distinctId: string;
  readonly person: KnownProperties;
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
