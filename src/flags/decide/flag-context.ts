/** What is known of the subjects of a decision, and what has yet to be read from the store. */

import type { PropertyMap } from "../../lib/json/json.ts";
import type { Millis } from "../../store/ports/common.ts";

export interface KnownProperties {
  /** From the request. They take precedence over stored ones. */
  readonly fromRequest: PropertyMap;
  /** From the store: undefined until read, `{}` for an unknown person or group. */
  readonly stored: PropertyMap | undefined;
}

/** The person and the groups for whom flags are evaluated. */
export interface FlagContext {
  readonly distinctId: string;
  readonly person: KnownProperties;
  /** The groups that the request names: group type to group key. */
  readonly groups: ReadonlyMap<string, string>;
  /** By group type. The stored properties of an absent type have not been read. */
  readonly groupProperties: ReadonlyMap<string, KnownProperties>;
  /**
   * Stored identifiers that replace the distinct id in the hash (experience continuity), by flag key. A flag without an
   * entry uses the distinct id. Undefined until read.
   */
  readonly identifiers: ReadonlyMap<string, string> | undefined;
  readonly now: Millis;
}

/**
 * Data that a decision depends on: readable from the store; not comparable, for `never`; or not known to this service
 * whatever is asked, for `unsupported`.
 */
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

  /** Returns a result that depends on the data of both. */
  and(other: Undecided): Undecided {
    return other === this ? this : new Undecided(...new Set([...this.needs, ...other.needs]));
  }
}
