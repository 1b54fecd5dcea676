import type { JsonText, Millis, ProjectId, UserId } from "../ports/common.ts";
import type { RecordKind } from "../ports/records.ts";

export interface SavedRecord {
  readonly projectId: ProjectId;
  readonly name: string;
  readonly description: string;
  /** Counted from 1. */
  readonly revision: number;
  readonly createdAt: Millis;
  /** Null for a command line. */
  readonly createdBy: UserId | null;
  readonly updatedAt: Millis;
  readonly updatedBy: UserId | null;
}

/** A saved question. */
export interface InsightRecord extends SavedRecord {
  readonly shortId: string;
  readonly query: JsonText;
  readonly variables: JsonText;
}

export const INSIGHTS: RecordKind<InsightRecord, "projectId" | "shortId"> = {
  name: "insights",
  key: ["projectId", "shortId"],
  indexes: [["projectId", "createdAt"]],
};

/** A saved question on a dashboard. */
export interface Tile {
  readonly insight: string;
  readonly layout?: { readonly x: number; readonly y: number; readonly w: number; readonly h: number } | undefined;
}

export interface DashboardRecord extends SavedRecord {
  readonly id: string;
  readonly tiles: readonly Tile[];
}

export const DASHBOARDS: RecordKind<DashboardRecord, "projectId" | "id"> = {
  name: "dashboards",
  key: ["projectId", "id"],
  indexes: [["projectId", "createdAt"]],
};
