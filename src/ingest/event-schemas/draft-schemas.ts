import type { Schemas } from "../../../generated/openapi.ts";
import { isPropertyMap, type PropertyMap } from "../../lib/json/json.ts";
import { parseJsonText } from "../../lib/json/parse-json-text.ts";
import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { EventPosition, Events } from "../../store/ports/events.ts";
import { MAX_EVENT_SCHEMAS } from "./event-schemas.ts";
import { isOfLibrary, type Schema, type TypeName } from "./schema.ts";

type DraftSchema = Omit<Schemas["EventSchemaDrafts"]["results"][number], "schema"> & { readonly schema: object };

const PAGE = { events: 1000, bytes: 4 * 1024 * 1024 };
const [MAX_READ, MAX_OF_EVENT, MAX_BYTES] = [50_000, 1000, 64 * 1024 * 1024];

/** Drafts schemas of the newest events, or of one; of libraries' events (`$pageview`) only if it is that one. */
export async function draftSchemas(
  projectId: ProjectId,
  { event, from }: { readonly event?: string | undefined; readonly from: Millis },
  { events }: { readonly events: Pick<Events, "newest"> },
) {
  const samples = new Map<string, PropertyMap[]>();
  let [read, bytes] = [0, 0];
  let before: EventPosition | null = null;
  do {
    const page = await events.newest(projectId, { event, from }, before, PAGE);
    for (const { event: name, properties } of page.events) {
      read += 1;
      if (name.startsWith("$") && name !== event) continue;
      const sample = samples.get(name) ?? [];
      if (sample.length >= MAX_OF_EVENT) continue;
      samples.set(name, sample);
      sample.push(parseJsonText(properties) as PropertyMap);
      bytes += properties.length;
    }
    before = page.next;
    // More of it would not be drafted from.
    if (event !== undefined && samples.get(event)?.length === MAX_OF_EVENT) break;
  } while (before !== null && read < MAX_READ && bytes < MAX_BYTES);
  const frequent = [...samples].toSorted(([, a], [, b]) => b.length - a.length).slice(0, MAX_EVENT_SCHEMAS);
  const schemas = frequent.map(([name, sample]): DraftSchema => {
    return { event: name, mode: "warn", schema: inferSchema(sample) };
  });
  return { schemas: schemas.toSorted((a, b) => (a.event < b.event ? -1 : 1)), hasMore: before !== null };
}

/** Names of properties may come from a hostile client: only those of this share of the events are drafted. */
const MIN_SHARE = 0.01;
const MAX_PROPERTIES = 50;
const MAX_NESTING = 3;
/** A text has few values if it has up to so many, each in several of at least so many events. */
const [MAX_VALUES, MIN_REPEATS, MIN_EVENTS, MAX_VALUE_LENGTH] = [8, 3, 50, 40];
const MAX_NAME_LENGTH = 200;

/** Returns the draft of a schema that these properties meet, and others like them. What libraries add is left out. */
function inferSchema(sample: readonly PropertyMap[]): Schema {
  return inferObject(sample, 0, isOfLibrary);
}

function inferObject(sample: readonly PropertyMap[], depth: number, isLeftOut = (_name: string) => false): Schema {
  const values = new Map<string, unknown[]>();
  for (const properties of sample) {
    for (const [name, value] of Object.entries(properties)) {
      if (isLeftOut(name) || name === "" || name.length > MAX_NAME_LENGTH) continue;
      const known = values.get(name);
      if (known) known.push(value);
      else values.set(name, [value]);
    }
  }
  const frequent = [...values]
    .filter(([, found]) => found.length >= sample.length * MIN_SHARE)
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, MAX_PROPERTIES)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const required = frequent.filter(([, found]) => found.length === sample.length).map(([name]) => name);
  const properties = frequent.map(([name, found]) => [name, inferValue(found, depth + 1)] as const);
  return { type: "object", properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) };
}

function inferValue(values: readonly unknown[], depth: number): Schema {
  const types = new Set(values.map(typeOf));
  if (types.has("number")) types.delete("integer");
  const [type, ...others] = types;
  if (type === undefined) return {};
  if (others.length > 0) return { type: [...types].toSorted() };
  if (type === "string") return { type, ...inferEnum(values as readonly string[]) };
  if (depth > MAX_NESTING) return { type };
  if (type === "object") return inferObject(values as readonly PropertyMap[], depth);
  if (type !== "array") return { type };
  const items = (values as readonly (readonly unknown[])[]).flat();
  return items.length === 0 ? { type } : { type, items: inferValue(items, depth + 1) };
}

function inferEnum(values: readonly string[]): Pick<Schema, "enum"> {
  const counts = new Map<string, number>();
  for (const value of values) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
    if (counts.size > MAX_VALUES || value.length > MAX_VALUE_LENGTH) return {};
  }
  const isRepeated = values.length >= MIN_EVENTS && [...counts.values()].every((count) => count >= MIN_REPEATS);
  return isRepeated ? { enum: [...counts.keys()].toSorted() } : {};
}

function typeOf(value: unknown): TypeName {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (isPropertyMap(value)) return "object";
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "boolean";
  return Number.isInteger(value) ? "integer" : "number";
}
