import { isReservedDistinctId, toIdentifier } from "../lib/identifier.ts";
import { type PropertyMap, propertyOf } from "../lib/json/json.ts";
import type { Position } from "../store/ports/checkpoints.ts";

/** The part of an event by which it may request a merge. */
export interface MergingEvent {
  readonly event: string;
  readonly distinctId: string;
  readonly properties: PropertyMap;
}

/** Two distinct ids that belong to one person, according to an event. */
export interface MergeRequest {
  /** The event's own distinct id, whose person is kept. */
  readonly distinctId: string;
  readonly other: string;
  /** The position of the event. */
  readonly position: Position;
}

/** Returns the distinct id that belongs to the event's person, too, according to the event; null if it names none. */
export function mergedDistinctId({ event, distinctId, properties }: MergingEvent): string | null {
  const key = event === "$identify" ? "$anon_distinct_id" : event === "$create_alias" ? "alias" : null;
  const other = key === null ? "" : toIdentifier(propertyOf(properties, key));
  return other === "" || other === distinctId ? null : other;
}

/** Returns whether one of the two is a name that many clients use by mistake: it would merge them all. */
export function isReserved({ distinctId, other }: Pick<MergeRequest, "distinctId" | "other">): boolean {
  return isReservedDistinctId(distinctId) || isReservedDistinctId(other);
}
