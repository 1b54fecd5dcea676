import { toIdentifier } from "../lib/identifier.ts";
import { isPropertyMap, type PropertyMap, parseExactly, stringifyExactly } from "../lib/json/json.ts";
import { isUuid, uuidFrom } from "../lib/uuid.ts";
import { parseIsoTime } from "./event-time.ts";

export type SkipReason =
  | "is no JSON object"
  | "has no event name"
  | "has no distinct id"
  | "has no valid timestamp"
  | "has properties that are no JSON object";

export interface ExportedEvent {
  readonly uuid: string;
  /** The event as an item of a request's `batch`. */
  readonly json: string;
}

/** Reads a line of an export, also of PostHog. A missing uuid derives from the line: each run gives the same. */
export function readExported(line: string): ExportedEvent | SkipReason {
  const fields = parseObject(line);
  if (fields === null) return "is no JSON object";
  const { event, timestamp, uuid } = fields;
  const properties = readMap(fields.properties ?? {});
  if (properties === undefined) return "has properties that are no JSON object";
  const distinctId = fields.distinct_id ?? properties.distinct_id;
  if (toIdentifier(event) === "") return "has no event name";
  if (toIdentifier(distinctId) === "") return "has no distinct id";
  const time = parseIsoTime(timestamp);
  if (time === null) return "has no valid timestamp";
  const id = isUuid(uuid) ? uuid.toLowerCase() : uuidFrom(line);
  const json = stringifyExactly({
    uuid: id,
    event,
    distinct_id: distinctId,
    timestamp: new Date(time).toISOString(),
    properties,
    $set: readMap(fields.$set ?? fields.set),
    $set_once: readMap(fields.$set_once ?? fields.set_once),
  });
  return { uuid: id, json };
}

/** Returns an object, also of JSON in a text; undefined for anything else. */
function readMap(value: unknown): PropertyMap | undefined {
  const map = typeof value === "string" ? parseObject(value) : value;
  return isPropertyMap(map) ? map : undefined;
}

function parseObject(text: string): PropertyMap | null {
  try {
    const value = parseExactly(text);
    return isPropertyMap(value) ? value : null;
  } catch {
    return null;
  }
}
