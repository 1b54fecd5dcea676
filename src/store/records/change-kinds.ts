import type { Schemas } from "../../../generated/openapi.ts";
import type { JsonText, Millis, ProjectId, UserId } from "../ports/common.ts";
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
export type Upgrade = { readonly name: string };

export const UPGRADES: RecordKind<Upgrade, "name"> = { name: "upgrades", key: ["name"] };

/** A change that someone made of something that a project has. */
export interface ActivityRecord {
  readonly projectId: ProjectId;
  readonly id: string;
  /** Orders all changes of a project: 1,000 times `at`, or more. */
  readonly sequence: number;
  readonly at: Millis;
  /** Null for the command line. */
  readonly userId: UserId | null;
  readonly activity: "created" | "updated" | "deleted" | "restored";
  readonly scope: Schemas["ActivityScope"];
  /** Empty for a new flag that has no number yet. */
  readonly itemId: string;
  readonly shortId: string | null;
  readonly name: string;
  /** Null if the item has no versions. */
  readonly revision: number | null;
  /** The first differences, with short values. */
  readonly changes: JsonText;
  readonly hasMore: boolean;
}

export const ACTIVITY: RecordKind<ActivityRecord, "projectId" | "id"> = {
  name: "activity_log",
  key: ["projectId", "id"],
  indexes: [
    ["projectId", "sequence"],
    ["projectId", "scope", "sequence"],
    ["projectId", "scope", "itemId", "sequence"],
    ["projectId", "userId", "sequence"],
    ["projectId", "userId", "scope", "sequence"],
    ["projectId", "userId", "scope", "itemId", "sequence"],
  ],
};
