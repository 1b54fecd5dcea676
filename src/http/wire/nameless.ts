import { jsonText, parseExactly } from "../../values/exact-json.ts";
import { textOf } from "../../values/json.ts";
import { isPropertyMap, type PropertyMap, propertyOf } from "../../values/properties.ts";

/** The JSON of a list of events, or of a map that has one as `batch`, in which those without a name have this one. Numbers stay as they were sent. */
export function nameEvents(raw: Uint8Array, name: string): Uint8Array {
  const body = parseExactly(textOf(raw)) as unknown[] | { readonly batch: unknown[] };
  const named = Array.isArray(body) ? withNames(body, name) : { ...body, batch: withNames(body.batch, name) };
  return Buffer.from(jsonText(named));
}

/** Whether it is an event that says nothing of its name. */
export function isNameless(event: unknown): event is PropertyMap {
  return isPropertyMap(event) && propertyOf(event, "event") === undefined;
}

function withNames(events: readonly unknown[], name: string): unknown[] {
  return events.map((event) => (isNameless(event) ? { event: name, ...event } : event));
}
