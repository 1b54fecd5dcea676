import { isReservedDistinctId, toIdentifier } from "../lib/identifier.ts";
import { type PropertyMap, propertyOf } from "../lib/json/json.ts";
import type { Position } from "../store/ports/checkpoints.ts";

export interface MergingEvent {
  readonly event: string;
  readonly distinctId: string;
  readonly properties: PropertyMap;
}

export interface MergeRequest {
  /** The event's own, whose person is kept. */
  readonly distinctId: string;
  readonly other: string;
  readonly position: Position;
}

/** Returns the other distinct id of the event's person; null if the event names none. */
export function mergedDistinctId({ event, distinctId, properties }: MergingEvent): string | null {
  const key = event === "$identify" ? "$anon_distinct_id" : event === "$create_alias" ? "alias" : null;
  const other = key === null ? "" : toIdentifier(propertyOf(properties, key));
  return other === "" || other === distinctId ? null : other;
}

/** Recognizes names that many clients use by mistake: they would merge them all. */
export function isReserved({ distinctId, other }: Pick<MergeRequest, "distinctId" | "other">): boolean {
  return isReservedDistinctId(distinctId) || isReservedDistinctId(other);
}
