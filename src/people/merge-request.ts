import { type PropertyMap, propertyOf } from "../json/json.ts";
import { toIdentifier } from "../values/identifier.ts";

/** The part of an event by which it may request a merge. */
export interface MergingEvent {
  readonly event: string;
  readonly distinctId: string;
  readonly properties: PropertyMap;
}

/** Returns the distinct id that belongs to the event's person, too, according to the event; null if it names none. */
export function mergedDistinctId({ event, distinctId, properties }: MergingEvent): string | null {
  const key = event === "$identify" ? "$anon_distinct_id" : event === "$create_alias" ? "alias" : null;
  const other = key === null ? "" : toIdentifier(propertyOf(properties, key));
  return other === "" || other === distinctId ? null : other;
}
