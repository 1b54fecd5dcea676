import type { TypedEvent } from "./events-of-document.ts";
import { commentText } from "./events-of-document.ts";
import { type Schema, type TypeName, typesOf, valuesOf } from "./schema.ts";

const HEAD = `// Made by "sightline schemas types" from the project's own OpenAPI document. Do not edit.

/** The properties of each event. */
export interface Events {`;

const CAPTURE = `
/** Takes an event of the project with its properties, and no other. */
export type Capture = <E extends keyof Events>(
  event: E,
  ...properties: Record<string, never> extends Events[E] ? [properties?: Events[E]] : [properties: Events[E]]
) => void;

/**
 * Returns a typed capture(). \`send\` passes events on to a client library, for example
 * \`(event, properties) => posthog.capture(event, properties)\`.
 */
export function typedCapture(send: (event: string, properties: Record<string, unknown>) => unknown): Capture {
  return (event, ...[properties]) => void send(event, { ...properties });
}
`;

/** Returns a module in TypeScript: the events' properties, and \`typedCapture\`. */
export function typescriptTypes(events: readonly TypedEvent[]): string {
  const members = events.map(({ event, description, properties }) => {
    const type = typeOf(properties, "  ");
    return `${comment(description, "  ")}  ${JSON.stringify(event)}: ${type};\n`;
  });
  return `${HEAD}\n${members.join("")}}\n${CAPTURE}`;
}

function typeOf(schema: Schema, indent: string): string {
  const values = valuesOf(schema);
  if (values !== null) return union(values.map((value) => JSON.stringify(value)));
  if (schema.anyOf)
    return union(schema.anyOf.map((alternative) => typeOf({ ...base(schema), ...alternative }, indent)));
  const types = typesOf(schema);
  if (types === null) return schema.properties ? objectType(schema, indent) : "unknown";
  return union(types.map((type) => typeOfName(type, schema, indent)));
}

/** What an alternative has besides its own: its type, if only the schema around it says so. */
function base({ type, properties, required }: Schema): Schema {
  return { ...(type && { type }), ...(properties && { properties }), ...(required && { required }) };
}

function typeOfName(type: TypeName, schema: Schema, indent: string): string {
  if (type === "integer") return "number";
  if (type === "array") return `readonly (${schema.items ? typeOf(schema.items, indent) : "unknown"})[]`;
  return type === "object" ? objectType(schema, indent) : type;
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const undescribed = required.filter((name) => !Object.hasOwn(properties, name));
  const lines = [
    ...Object.entries(properties).map(([name, schema]) => {
      const mark = required.includes(name) ? "" : "?";
      return `${comment(schema.description, inner)}${inner}${JSON.stringify(name)}${mark}: ${typeOf(schema, inner)};\n`;
    }),
    ...undescribed.map((name) => `${inner}${JSON.stringify(name)}: unknown;\n`),
    ...(additionalProperties === false ? [] : [`${inner}[name: string]: unknown;\n`]),
  ];
  return lines.length === 0 ? "Record<string, never>" : `{\n${lines.join("")}${indent}}`;
}

function union(types: readonly string[]): string {
  return types.length === 0 ? "never" : [...new Set(types)].join(" | ");
}

function comment(text = "", indent: string): string {
  return text === "" ? "" : `${indent}/** ${commentText(text)} */\n`;
}
