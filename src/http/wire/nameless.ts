import { jsonText, parseExactly } from "../../values/exact-json.ts";
import { textOf } from "../../values/json.ts";
import { isPropertyMap, type PropertyMap, propertyOf } from "../../values/properties.ts";

/** The JSON of a list of events, or of a map that has one as `batch`, in which those without a name have this one. Numbers stay as they were sent. */
export function nameEvents(raw: Uint8Array, name: string): Uint8Array {
  const body = parseExactly(textOf(raw));
  const named = Array.isArray(body) ? withNames(body, name) : { ...(body as PropertyMap), batch: batchOf(body, name) };
  return Buffer.from(jsonText(named));
}

export function isNameless(event: unknown): event is PropertyMap {
  return isPropertyMap(event) && propertyOf(event, "event") === undefined;
}

function batchOf(body: unknown, name: string): unknown[] {
  const batch = isPropertyMap(body) ? propertyOf(body, "batch") : undefined;
  return Array.isArray(batch) ? withNames(batch, name) : [];
}

function withNames(events: readonly unknown[], name: string): unknown[] {
  return events.map((event) => (isNameless(event) ? { event: name, ...event } : event));
}
