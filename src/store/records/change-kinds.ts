import type { RecordKind } from "../ports/records.ts";

/** What was changed lately, or was about to be: in one record, so that one read tells each node all of it. */
export interface LatestChanges {
  readonly name: string;
  readonly count: number;
  /** What the last changes concern, the latest last. */
  readonly topics: readonly string[];
}

export const LATEST_CHANGES: RecordKind<LatestChanges, "name"> = { name: "latest_changes", key: ["name"] };

/** A change of stored data that a version made once. */
export interface Upgrade {
  readonly name: string;
}

export const UPGRADES: RecordKind<Upgrade, "name"> = { name: "upgrades", key: ["name"] };
