import type { JsonText, Millis, ProjectId, UserId } from "../ports/common.ts";
import type { RecordKind, RecordKindSpec } from "../ports/records.ts";

/** What all records have that the members of a project save. */
export interface SavedRecord {
  readonly projectId: ProjectId;
  /** Counted from 1. */
  readonly revision: number;
  readonly createdAt: Millis;
  /** Null for a command line. */
  readonly createdBy: UserId | null;
  readonly updatedAt: Millis;
  readonly updatedBy: UserId | null;
}

export interface NamedRecord extends SavedRecord {
  readonly name: string;
  readonly description: string;
}

export type NamedFields = Partial<Pick<NamedRecord, "name" | "description">>;

/** A saved question. */
export interface InsightRecord extends NamedRecord {
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

export interface DashboardRecord extends NamedRecord {
  readonly id: string;
  readonly tiles: Tile[];
}

export const DASHBOARDS: RecordKind<DashboardRecord, "projectId" | "id"> = {
  name: "dashboards",
  key: ["projectId", "id"],
  indexes: [["projectId", "createdAt"]],
};

/** What happened at a time. */
export interface AnnotationRecord extends SavedRecord {
  readonly id: number;
  readonly content: string;
  /** ISO 8601 in UTC, with milliseconds: its order is that of the times. */
  readonly date_marker: string;
  readonly creation_type: "USR" | "GIT";
  readonly deleted: boolean;
}

export const ANNOTATIONS: RecordKind<AnnotationRecord, "projectId" | "id"> = {
  name: "annotations",
  key: ["projectId", "id"],
  indexes: [["projectId", "deleted", "date_marker"]],
};

export const SAVED_KINDS: readonly RecordKindSpec[] = [INSIGHTS, DASHBOARDS, ANNOTATIONS];
