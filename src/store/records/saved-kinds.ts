import type { Schemas } from "../../../generated/openapi.ts";
import type { JsonText, Millis, ProjectId, UserId } from "../ports/common.ts";
import type { RecordKind } from "../ports/records.ts";

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

/** What tools keep with a named record, absent in those of older versions. */
export interface TaggedRecord extends NamedRecord {
  readonly tags?: readonly string[];
  /** Null or absent of one that is not deleted. */
  readonly deleted?: true | null;
}

const BY_ID = { key: ["projectId", "id"] } as const;
/** Lists show the newest first, without deleted ones. */
const NEWEST = [["projectId", "deleted", "createdAt"]] as const;

export interface InsightRecord extends TaggedRecord {
  readonly shortId: string;
  readonly derivedName?: string | null;
  readonly favorited?: boolean;
  readonly saved?: boolean;
  readonly query: JsonText;
  readonly variables: JsonText;
}

export const INSIGHTS: RecordKind<InsightRecord, "projectId" | "shortId"> = {
  name: "insights",
  key: ["projectId", "shortId"],
  indexes: NEWEST,
};

export interface Tile {
  /** Counted from 1 on its dashboard; absent in records of older versions: its place. */
  readonly id?: number;
  /** The `shortId` of the question. */
  readonly insight?: string | undefined;
  readonly text?: string | undefined;
  readonly layouts?: Schemas["DashboardTile"]["layouts"] | undefined;
  readonly color?: string | null | undefined;
  readonly showDescription?: boolean | null | undefined;
}

export interface DashboardRecord extends TaggedRecord {
  readonly id: string;
  readonly pinned?: boolean;
  readonly tiles: Tile[];
  readonly lastTile?: number;
}

export const DASHBOARDS: RecordKind<DashboardRecord, "projectId" | "id"> = {
  name: "dashboards",
  ...BY_ID,
  indexes: NEWEST,
};

/** A name that a project gives to events. */
export interface ActionRecord extends TaggedRecord {
  readonly id: number;
  readonly steps: JsonText;
}

export const ACTIONS: RecordKind<ActionRecord, "projectId" | "id"> = { name: "actions", ...BY_ID, indexes: NEWEST };

/** A name that a project gives to a group of persons. */
export interface CohortRecord extends TaggedRecord {
  readonly id: number;
  readonly isStatic: boolean;
  readonly filters: JsonText;
  /** How many persons it had, and when; absent if it was never counted. */
  readonly count?: number;
  readonly countedAt?: Millis;
}

export const COHORTS: RecordKind<CohortRecord, "projectId" | "id"> = { name: "cohorts", ...BY_ID, indexes: NEWEST };

/** The persons of a static cohort, by one distinct id of each, which merges keep. */
interface CohortMembersRecord {
  readonly projectId: ProjectId;
  readonly id: number;
  readonly distinctIds: readonly string[];
}

export const COHORT_MEMBERS: RecordKind<CohortMembersRecord, "projectId" | "id"> = { name: "cohort_members", ...BY_ID };

export interface ExperimentRecord extends TaggedRecord {
  readonly id: number;
  readonly feature_flag_key: string;
  /** ISO 8601 in UTC; null for a draft. */
  readonly start_date: string | null;
  readonly end_date: string | null;
  readonly archived: boolean;
  readonly conclusion: Schemas["Experiment"]["conclusion"];
  readonly conclusion_comment: string | null;
  /** The parameters, the metrics, and who takes part. */
  readonly design: JsonText;
}

export const EXPERIMENTS: RecordKind<ExperimentRecord, "projectId" | "id"> = {
  name: "experiments",
  ...BY_ID,
  indexes: NEWEST,
};

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
  ...BY_ID,
  indexes: [["projectId", "deleted", "date_marker"]],
};

/** A link by which anyone sees a dashboard or a saved question. */
export interface ShareRecord extends SavedRecord {
  readonly id: number;
  /** The secret at the end of the link, which is shown again to members. */
  readonly token: string;
  /** The `id` of the dashboard or the `shortId` of the question. */
  readonly of: { readonly dashboard: string } | { readonly insight: string };
  readonly allowed_origins: readonly string[];
}

export const SHARES: RecordKind<ShareRecord, "projectId" | "id"> = {
  name: "shares",
  ...BY_ID,
  indexes: [["projectId", "createdAt"]],
  unique: [["token"]],
};

export interface SurveyRecord extends NamedRecord {
  readonly id: string;
  /** What the contract says of it beside name and description. */
  readonly definition: JsonText;
  /** Null of one that was not started, or is over. */
  readonly running: true | null;
}

export const SURVEYS: RecordKind<SurveyRecord, "projectId" | "id"> = {
  name: "surveys",
  ...BY_ID,
  indexes: [
    ["projectId", "createdAt"],
    ["projectId", "running", "createdAt"],
  ],
};

export interface EarlyAccessRecord extends NamedRecord {
  readonly id: string;
  readonly stage: Schemas["EarlyAccessFeature"]["stage"];
  readonly documentationUrl: string;
  readonly payload: JsonText;
  readonly flag: Schemas["SurveyFlag"];
}

export const EARLY_ACCESS: RecordKind<EarlyAccessRecord, "projectId" | "id"> = {
  name: "early_access",
  ...BY_ID,
  indexes: [["projectId", "createdAt"]],
};

/** An issue of exceptions that members resolved or suppressed. */
export interface ErrorIssueRecord {
  readonly projectId: ProjectId;
  readonly id: string;
  readonly status: Schemas["ErrorIssueStatus"];
  readonly resolvedAt: Millis | null;
  readonly createdAt: Millis;
}

export const ERROR_ISSUES: RecordKind<ErrorIssueRecord, "projectId" | "id"> = {
  name: "error_issues",
  ...BY_ID,
  indexes: [["projectId", "createdAt"]],
};

type AlertState = Schemas["AlertState"];

export interface AlertCheck {
  readonly at: Millis;
  readonly value: number | null;
  readonly state: AlertState;
  readonly isTold: boolean;
  readonly error: string | null;
}

/** Something that is notified by mail and webhook when it is due. */
export interface NotifyingRecord extends SavedRecord {
  /** What the contract says of it beside its other fields. */
  readonly definition: JsonText;
  readonly secret: string;
  /** When it is looked at next; null if it is not. */
  readonly dueAt: Millis | null;
  readonly toldAt: Millis | null;
  /** Failed attempts to notify anyone, since the last that succeeded. */
  readonly untold: number;
}

export interface AlertRecord extends NotifyingRecord {
  readonly id: string;
  readonly name: string;
  /** The number of the question. */
  readonly insight: number;
  readonly state: AlertState;
  /** The newest first. */
  readonly checks: readonly AlertCheck[];
}

export const ALERTS: RecordKind<AlertRecord, "projectId" | "id"> = {
  name: "alerts",
  ...BY_ID,
  indexes: [["projectId", "createdAt"], ["dueAt"]],
};

/** A dashboard or a saved question that is sent again and again. */
export interface SubscriptionRecord extends NotifyingRecord, Pick<TaggedRecord, "deleted">, Pick<ShareRecord, "of"> {
  readonly id: number;
  /** How often it was sent. */
  readonly delivered: number;
  /** Why the last delivery did not reach everybody. */
  readonly error: string | null;
}

export const SUBSCRIPTIONS: RecordKind<SubscriptionRecord, "projectId" | "id"> = {
  name: "subscriptions",
  ...BY_ID,
  indexes: [...NEWEST, ["dueAt"]],
};

/** A change of a flag, with the contract's fields: dates are ISO 8601 in UTC. */
export interface ScheduledChangeRecord
  extends SavedRecord,
    Omit<Schemas["ScheduledChange"], "payload" | "version" | `${"created" | "updated"}_${"at" | "by"}`> {
  readonly payload: JsonText;
  /** When it is made; null if it is not. */
  readonly dueAt: Millis | null;
  /** Of the month in which it was to begin: shorter months have it on their last day. */
  readonly day?: number;
}

export const SCHEDULED_CHANGES: RecordKind<ScheduledChangeRecord, "projectId" | "id"> = {
  name: "scheduled_changes",
  ...BY_ID,
  indexes: [["projectId", "createdAt"], ["dueAt"]],
};
