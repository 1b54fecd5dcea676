import { readFile } from "node:fs/promises";
import type { EventSignature } from "../../ingest/event-schemas/event-schemas.ts";
import { COMPLETE_JSON } from "../../lib/documents.ts";
import type { InsightSignature } from "../../questions/insights.ts";
import type { Variable } from "../../questions/variables.ts";
import type { Project } from "../../store/records/tenant-kinds.ts";

type Json = { readonly [name: string]: unknown };
type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface Frame {
  readonly openapi: string;
  readonly responses: unknown;
  readonly captured: unknown;
  readonly components: Components;
}

const CAPTURE_PATH = "/capture/";
const RUN_PATH = "/api/projects/{project_id}/insights/{id}/run";
const SCHEMAS: Readonly<Record<Variable["type"], Json>> = {
  String: { type: "string" },
  Number: { type: "number" },
  Boolean: { type: "boolean" },
  Date: { type: "string", description: "A date or a time in ISO 8601." },
  List: { type: "array", maxItems: 1000, items: { type: "string" } },
};

let frame: Promise<Frame> | undefined;

/** Returns an OpenAPI document with an operation for each saved question, and one for events with a schema. */
export async function loadProjectDocument(
  project: Project,
  { insights, events }: { readonly insights: readonly InsightSignature[]; readonly events: readonly EventSignature[] },
  server: string,
) {
  frame ??= loadFrame();
  const { openapi, responses, captured, components } = await frame;
  const names = new Set<string>();
  const paths = insights.map((insight) => {
    const operationId = uniqueName(insight, names);
    const path = RUN_PATH.replace("{project_id}", project.id).replace("{id}", insight.shortId);
    return [path, { post: { ...describe(insight, operationId), responses } }];
  });
  const { body, schemas } = describeEvents(events, Object.keys(components.schemas ?? {}));
  const capture = { [CAPTURE_PATH]: { post: { ...describeCapture(body), responses: captured } } };
  return {
    openapi,
    info: { title: project.name || `Project ${project.id}`, version: "1.0.0" },
    servers: [{ url: server }],
    security: [{ personalApiKey: [] }],
    paths: { ...Object.fromEntries(paths), ...(events.length > 0 && capture) } as Json,
    components: { ...components, schemas: { ...components.schemas, ...schemas } },
  };
}

function describe({ name, shortId, description, variables }: InsightSignature, operationId: string) {
  const isNeeded = variables.some((variable) => (variable.default ?? null) === null);
  const schema = {
    type: "object",
    properties: { variables: variablesSchema(variables), refresh: REFRESH },
    ...(isNeeded && { required: ["variables"] }),
    additionalProperties: false,
  };
  return {
    operationId,
    summary: name || shortId,
    ...(description !== "" && { description }),
    requestBody: { required: true, content: { "application/json": { schema } } },
  };
}

function describeCapture(schema: Json) {
  return {
    operationId: "capture",
    summary: "Send an event that has a schema",
    security: [],
    requestBody: { required: true, content: { "application/json": { schema } } },
  };
}

const REFRESH = { type: "string", enum: ["blocking", "force_blocking"] };

function variablesSchema(variables: readonly Variable[]): Json {
  const required = variables.filter((variable) => (variable.default ?? null) === null).map(({ name }) => name);
  const properties = variables.map(({ name, type, default: value = null, description }) => {
    const more = { ...(description && { description }), ...(value !== null && { default: value }) };
    return [name, { ...SCHEMAS[type], ...more }];
  });
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** Names a question's function. The oldest question of a name has the shortest. */
function uniqueName({ name, shortId }: InsightSignature, taken: Set<string>): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const slug = words.join("_").slice(0, 60);
  const id = shortId.replaceAll("-", "_");
  const plain = slug === "" ? `question_${id}` : /^\d/.test(slug) ? `question_${slug}` : slug;
  const unique = taken.has(plain) ? `${plain}_${id}` : plain;
  taken.add(unique);
  return unique;
}

async function loadFrame(): Promise<Frame> {
  const document = JSON.parse(await readFile(COMPLETE_JSON, "utf8"));
  const { responses } = document.paths[RUN_PATH].post;
  const { responses: captured } = document.paths[CAPTURE_PATH].post;
  const components: Record<string, Record<string, unknown>> = {};
  collectComponents([responses, captured], document.components, components);
  const { personalApiKey } = document.components.securitySchemes;
  const all = { ...components, securitySchemes: { personalApiKey } };
  return { openapi: document.openapi, responses, captured, components: all };
}

const REFERENCE = /^#\/components\/(\w+)\/(.+)$/;

function collectComponents(value: unknown, all: Components, found: Record<string, Record<string, unknown>>): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const [, kind, component] = (name === "$ref" && REFERENCE.exec(String(part))) || [];
    if (kind === undefined || component === undefined) {
      collectComponents(part, all, found);
      continue;
    }
    found[kind] ??= {};
    const ofKind = found[kind];
    if (Object.hasOwn(ofKind, component)) continue;
    ofKind[component] = all[kind]?.[component];
    collectComponents(ofKind[component], all, found);
  }
}

type EventComponents = { readonly body: Json; readonly schemas: Json };

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
