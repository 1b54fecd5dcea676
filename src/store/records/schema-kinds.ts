import type { JsonText, Millis, Position, ProjectId } from "../ports/common.ts";
import type { StoredEvent } from "../ports/events.ts";
import type { RecordKind } from "../ports/records.ts";
import type { NamedRecord } from "./saved-kinds.ts";

/** What the properties of an event must be. Its name is that of the event, its revision its version. */
export interface EventSchemaRecord extends NamedRecord {
  readonly id: string;
  readonly mode: "warn" | "refuse";
  readonly schema: JsonText;
}

export const EVENT_SCHEMAS: RecordKind<EventSchemaRecord, "projectId" | "id"> = {
  name: "event_schemas",
  key: ["projectId", "id"],
  indexes: [["projectId", "createdAt"]],
  unique: [["projectId", "name"]],
};

export const EVENT_SCHEMA_VERSIONS: RecordKind<EventSchemaRecord, "projectId" | "id" | "revision"> = {
  name: "event_schema_versions",
  key: ["projectId", "id", "revision"],
};

/** Projects whose schemas were changed: one record, which each node reads every second. */
export interface EventSchemaChanges {
  readonly name: string;
  /** How often schemas of a project were changed, or were about to be. A project without schemas is absent. */
  readonly projects: { readonly [projectId: ProjectId]: number };
}

export const EVENT_SCHEMA_CHANGES: RecordKind<EventSchemaChanges, "name"> = {
  name: "event_schema_changes",
  key: ["name"],
};

export interface ViolationCount {
  readonly schemaId: string;
  readonly revision: number;
  readonly count: number;
  readonly refused: number;
  readonly firstAt: Millis;
  readonly lastAt: Millis;
}

export interface Violation {
  /** A path such as `address.city` or `items[].sku`. */
  readonly path: string;
  readonly rule: string;
  /** A sentence about the schema, which says nothing about the value. */
  readonly detail: string;
}

export interface ViolationExample
  extends Violation,
    Pick<StoredEvent, "uuid" | "distinctId" | "timestamp" | "receivedAt"> {
  readonly schemaId: string;
  readonly revision: number;
  readonly isStored: boolean;
  /** Shortened. */
  readonly properties: JsonText;
}

export interface CountedPosition extends Position {
  readonly journal: string;
  readonly at: Millis;
}

/** All violations of a project: one record, so that each is counted once whatever is repeated. */
export interface ViolationsRecord {
  readonly projectId: ProjectId;
  readonly counts: readonly ViolationCount[];
  /** The newest first. */
  readonly examples: readonly ViolationExample[];
  readonly counted: readonly CountedPosition[];
}

export const EVENT_SCHEMA_VIOLATIONS: RecordKind<ViolationsRecord, "projectId"> = {
  name: "event_schema_violations",
  key: ["projectId"],
};
