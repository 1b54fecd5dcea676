import type { EventSignature } from "../../ingest/event-schemas/event-schemas.ts";

type Json = { readonly [name: string]: unknown };

export interface EventComponents {
  readonly body: Json;
  readonly schemas: Json;
}

const MAX_NAME_LENGTH = 60;
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Describes the events. `taken` are the names of other schemas. */
export function describeEvents(events: readonly EventSignature[], taken: readonly string[]): EventComponents {
  const names = new Set(taken);
  const schemas: Record<string, unknown> = {};
  const described = events.map((event): [string, { readonly $ref: string }] => {
    const name = componentName(event.name, names);
    const { $schema: _, ...properties } = event.schema;
    schemas[`${name}Properties`] = properties;
    schemas[name] = {
      type: "object",
      ...(event.description !== "" && { description: event.description }),
      properties: {
        api_key: { type: "string", description: "The project API key." },
        event: { type: "string", enum: [event.name] },
        distinct_id: { type: "string" },
        timestamp: { type: "string", format: "date-time" },
        uuid: { type: "string", format: "uuid" },
        properties: reference(`${name}Properties`),
      },
      required: ["api_key", "event", "distinct_id", ...(event.schema.required?.length ? ["properties"] : [])],
    };
    return [event.name, reference(name)];
  });
  const mapping = Object.fromEntries(described.map(([event, { $ref }]) => [event, $ref]));
  const body = { oneOf: described.map(([, ref]) => ref), discriminator: { propertyName: "event", mapping } };
  return { body, schemas };
}

/** Returns an unused name such as `OrderPlacedEvent`, and adds it to those taken. */
function componentName(event: string, taken: Set<string>): string {
  const words = event.match(/[A-Za-z0-9]+/g) ?? [];
  const name = words
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")
    .slice(0, MAX_NAME_LENGTH);
  const plain = /^[A-Z]/.test(name) ? name : `Named${name}`;
  for (let number = 1; ; number++) {
    const unique = `${plain}${number === 1 ? "" : number}Event`;
    if (taken.has(unique) || taken.has(`${unique}Properties`)) continue;
    taken.add(unique);
    taken.add(`${unique}Properties`);
    return unique;
  }
}
