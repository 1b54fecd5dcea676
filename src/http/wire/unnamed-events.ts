import { parseExactly, stringifyExactly } from "../../values/exact-json.ts";
import { decodeUtf8 } from "../../values/parse-json.ts";
import { isPropertyMap, type PropertyMap, propertyOf } from "../../values/properties.ts";

/** The JSON of a list of events, or of a map that has one as `batch`, in which those without a name have this one. Numbers stay as they were sent. */
export function setDefaultEventName(raw: Uint8Array, name: string): Uint8Array {
  const body = parseExactly(decodeUtf8(raw)) as unknown[] | { readonly batch: unknown[] };
  const named = Array.isArray(body)
    ? withDefaultName(body, name)
    : { ...body, batch: withDefaultName(body.batch, name) };
  return Buffer.from(stringifyExactly(named));
}

/** Whether it is an event that says nothing of its name. */
export function isUnnamedEvent(event: unknown): event is PropertyMap {
  return isPropertyMap(event) && propertyOf(event, "event") === undefined;
}

function withDefaultName(events: readonly unknown[], name: string): unknown[] {
  return events.map((event) => (isUnnamedEvent(event) ? { event: name, ...event } : event));
}
