import { SESSION_PROPERTIES } from "../recordings/recorder/session-properties.ts";
import { type PropertyMap, parseExactly, stringifyExactly } from "../values/json.ts";
import { JsonScanner, NameTable } from "../values/json-scanner.ts";

/** An event as it was sent, of which only those fields and properties are parsed that the service looks at. */
export interface RawEvent {
  readonly root: RootFields;
  /** The properties that `INSPECTED_NAMES` names. */
  readonly inspected: PropertyMap;
  /** All properties, as JSON in one line. */
  readonly json: string;
}

export type RootFields = { readonly [Name in (typeof ROOT_FIELDS)[number]]?: unknown };

/** Root-level keys that belong to the properties. */
export const ROOT_PROPERTY_NAMES = ["$set", "$set_once", "$unset", "context"] as const;

const ROOT_FIELDS = [
  ...(["event", "distinct_id", "$distinct_id", "uuid", "timestamp", "sent_at", "offset"] as const),
  ...ROOT_PROPERTY_NAMES,
];
const ROOT_NAMES = new NameTable(["properties", ...ROOT_FIELDS]);

/** Every property that the service looks at in events other than snapshots. */
const INSPECTED_NAMES = new NameTable([
  ...["distinct_id", "$distinct_id", "$ignore_sent_at", ...ROOT_PROPERTY_NAMES, "$session_id", ...SESSION_PROPERTIES],
  ...["$anon_distinct_id", "alias", "$groups", "$group_type", "$group_key", "$group_set", "$process_person_profile"],
]);

const BODY_NAMES = new NameTable(["batch", "sent_at"]);

/** The events of a larger batch are scanned one by one, so that they need not all be in memory. */
const MAX_SCANNED_TOGETHER_BYTES = 1024 * 1024;

/**
 * Returns the events of a request in the contract's shape, to be iterated once, and its `sent_at`; null for items that
 * are no objects. The JSON must be valid.
 */
export function scanEvents(
  operation: "capture" | "batch",
  json: Uint8Array,
): { readonly events: Iterable<RawEvent | null>; readonly sentAt: unknown } {
  const scanner = new JsonScanner(json);
  if (!scanner.isObject()) return { events: [null], sentAt: undefined };
  if (operation === "capture") {
    const event = scanEvent(scanner);
    return { events: [event], sentAt: event.root.sent_at };
  }
  let events: Iterable<RawEvent | null> = [];
  let sentAt: unknown;
  for (let more = scanner.enter(); more; more = scanner.next()) {
    const name = scanner.readKey(BODY_NAMES);
    if (name === "batch") {
      events = scanItems(scanner, scanner.index);
      if (json.byteLength <= MAX_SCANNED_TOGETHER_BYTES) events = [...events];
      else scanner.skipValue();
    } else if (name === "sent_at") sentAt = scanner.readValue();
    else scanner.skipValue();
  }
  return { events, sentAt };
}

function* scanItems(scanner: JsonScanner, start: number): Generator<RawEvent | null> {
  scanner.index = start;
  if (!scanner.isArray()) return scanner.skipValue();
  for (let more = scanner.enter(); more; more = scanner.next()) {
    if (scanner.isObject()) yield scanEvent(scanner);
    else {
      scanner.skipValue();
      yield null;
    }
  }
}

function scanEvent(scanner: JsonScanner): RawEvent {
  const root: Record<string, unknown> = {};
  let inspected: PropertyMap = {};
  let json = "{}";
  for (let more = scanner.enter(); more; more = scanner.next()) {
    const name = scanner.readKey(ROOT_NAMES);
    if (name === undefined) scanner.skipValue();
    else if (name !== "properties") root[name] = scanner.readValue();
    else if (!scanner.isObject()) {
      scanner.skipValue();
      [inspected, json] = [{}, "{}"];
    } else {
      const start = scanner.index;
      scanner.hasBreaks = false;
      inspected = scanProperties(scanner);
      const text = scanner.text(start);
      json = scanner.hasBreaks ? stringifyExactly(parseExactly(text)) : text;
    }
  }
  return { root, inspected, json };
}

function scanProperties(scanner: JsonScanner): PropertyMap {
  const inspected: Record<string, unknown> = {};
  for (let more = scanner.enter(); more; more = scanner.next()) {
    const name = scanner.readKey(INSPECTED_NAMES);
    if (name === undefined) scanner.skipValue();
    else inspected[name] = scanner.readValue();
  }
  return inspected;
}
