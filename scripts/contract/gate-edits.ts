/** A part of an operation, or a schema in one of its directions, before and after an edit. */
export interface Edit {
  /** The keyword of OpenAPI or JSON Schema that is edited. */
  readonly keyword: string;
  readonly what: string;
  readonly where: "request" | "response" | "query" | "operation";
  readonly before: object;
  readonly after: object;
}

type Row = readonly [keyword: string, what: string, before: object, after: object];

const text = { type: "string" };
const number = { type: "number" };
const integer = { type: "integer" };
const list = { type: "array", items: text };
const map = { type: "object", additionalProperties: text };
const person = { type: "object", properties: { name: text, age: integer } };
const json = (schema: object) => ({ "application/json": { schema } });
const ok = (parts: object = {}) => ({ responses: { "200": { description: "Done.", ...parts } } });
const body = (parts: object) => ({ requestBody: { content: json(person), ...parts } });
const parameter = (parts: object) => ({ parameters: [{ name: "page", in: "query", schema: integer, ...parts }] });
const header = (parts: object) => ok({ headers: { "X-Page": { schema: integer, ...parts } } });

/** What a request may be, made narrower. */
const NARROWER: readonly Row[] = [
  ["type", "a type is gone", { type: ["string", "number"] }, text],
  ["enum", "a value is gone", { enum: ["a", "b"] }, { enum: ["a"] }],
  ["enum", "only some values are left", text, { type: "string", enum: ["a"] }],
  ["const", "one value is left", text, { type: "string", const: "a" }],
  ["minLength", "a text must be longer", { ...text, minLength: 1 }, { ...text, minLength: 2 }],
  ["maxLength", "a text must be shorter", { ...text, maxLength: 9 }, { ...text, maxLength: 8 }],
  ["pattern", "a text must match", text, { ...text, pattern: "^a" }],
  ["format", "a text must have a format", text, { ...text, format: "uuid" }],
  ["minimum", "a number must be larger", { ...number, minimum: 1 }, { ...number, minimum: 2 }],
  ["maximum", "a number must be smaller", number, { ...number, maximum: 9 }],
  ["exclusiveMinimum", "a number must be larger", number, { ...number, exclusiveMinimum: 0 }],
  ["exclusiveMaximum", "a number must be smaller", number, { ...number, exclusiveMaximum: 9 }],
  ["multipleOf", "a number must be even", integer, { ...integer, multipleOf: 2 }],
  ["minItems", "a list must be longer", list, { ...list, minItems: 1 }],
  ["maxItems", "a list must be shorter", { ...list, maxItems: 9 }, { ...list, maxItems: 8 }],
  ["uniqueItems", "items must differ", list, { ...list, uniqueItems: true }],
  ["items", "items must be shorter", list, { ...list, items: { ...text, maxLength: 5 } }],
  ["minProperties", "a map must be larger", map, { ...map, minProperties: 1 }],
  ["maxProperties", "a map must be smaller", { ...map, maxProperties: 9 }, { ...map, maxProperties: 8 }],
  ["required", "a field is needed", person, { ...person, required: ["name"] }],
  ["properties", "a field is gone", person, { ...person, properties: { name: text } }],
  ["properties", "a field called not is gone", { type: "object", properties: { not: text } }, { type: "object" }],
  ["additionalProperties", "other fields are refused", person, { ...person, additionalProperties: false }],
  ["additionalProperties", "other fields must be numbers", map, { ...map, additionalProperties: number }],
  ["propertyNames", "names must match", map, { ...map, propertyNames: { pattern: "^a" } }],
  ["patternProperties", "some fields are numbers", map, { ...map, patternProperties: { "^a": number } }],
  ["unevaluatedProperties", "other fields are refused", person, { ...person, unevaluatedProperties: false }],
  [
    "dependentSchemas",
    "a field needs another",
    person,
    { ...person, dependentSchemas: { age: { required: ["name"] } } },
  ],
  // biome-ignore lint/suspicious/noThenProperty: JSON Schema calls it that
  ["if", "an adult has a name", person, { ...person, if: { required: ["age"] }, then: { required: ["name"] } }],
  ["prefixItems", "the first item is a number", list, { type: "array", prefixItems: [number], items: text }],
  ["contains", "an item must be there", list, { ...list, contains: { const: "a" } }],
  ["dependentRequired", "a field needs another", person, { ...person, dependentRequired: { age: ["name"] } }],
  ["not", "some values are refused", text, { ...text, not: { const: "a" } }],
  ["anyOf", "an alternative is gone", { anyOf: [text, number, list] }, { anyOf: [text, number] }],
  ["oneOf", "an alternative is gone", { oneOf: [text, number, list] }, { oneOf: [text, number] }],
  ["allOf", "another condition", { allOf: [person] }, { allOf: [person, { required: ["age"] }] }],
  ["default", "another default", { ...integer, default: 1 }, { ...integer, default: 2 }],
  ["readOnly", "a field is no longer read", text, { ...text, readOnly: true }],
];

/** What a response may be, made wider. */
const WIDER: readonly Row[] = [
  ["type", "another type", text, { type: ["string", "null"] }],
  ["enum", "another value", { enum: ["a"] }, { enum: ["a", "b"] }],
  ["const", "any value", { ...text, const: "a" }, text],
  ["minLength", "a shorter text", { ...text, minLength: 2 }, { ...text, minLength: 1 }],
  ["maxLength", "a longer text", { ...text, maxLength: 8 }, { ...text, maxLength: 9 }],
  ["pattern", "any text", { ...text, pattern: "^a" }, text],
  ["format", "any text", { ...text, format: "uuid" }, text],
  ["minimum", "a smaller number", { ...number, minimum: 2 }, { ...number, minimum: 1 }],
  ["maximum", "a larger number", { ...number, maximum: 9 }, number],
  ["minItems", "a shorter list", { ...list, minItems: 1 }, list],
  ["maxItems", "a longer list", { ...list, maxItems: 8 }, { ...list, maxItems: 9 }],
  ["exclusiveMinimum", "a smaller number", { ...number, exclusiveMinimum: 0 }, number],
  ["exclusiveMaximum", "a larger number", { ...number, exclusiveMaximum: 9 }, number],
  ["multipleOf", "any number", { ...integer, multipleOf: 2 }, integer],
  ["uniqueItems", "items may repeat", { ...list, uniqueItems: true }, list],
  ["minProperties", "a smaller map", { ...map, minProperties: 1 }, map],
  ["maxProperties", "a larger map", { ...map, maxProperties: 8 }, { ...map, maxProperties: 9 }],
  ["additionalProperties", "other fields have any value", map, { type: "object", additionalProperties: true }],
  ["propertyNames", "any names", { ...map, propertyNames: { pattern: "^a" } }, map],
  ["dependentRequired", "a field is alone", { ...person, dependentRequired: { age: ["name"] } }, person],
  ["not", "a value that was excluded", { ...text, not: { const: "a" } }, text],
  ["allOf", "a condition is gone", { allOf: [person, { required: ["age"] }] }, { allOf: [person] }],
  ["items", "items may be null", list, { ...list, items: { type: ["string", "null"] } }],
  ["required", "a field may be absent", { ...person, required: ["name"] }, person],
  ["properties", "a field is gone", person, { ...person, properties: { name: text } }],
  ["anyOf", "another alternative", { anyOf: [text, number] }, { anyOf: [text, number, list] }],
  ["oneOf", "another alternative", { oneOf: [text, number] }, { oneOf: [text, number, list] }],
  ["writeOnly", "a field is no longer answered", text, { ...text, writeOnly: true }],
];

const BREAKING_OPERATIONS: readonly Row[] = [
  ["requestBody", "a body is needed where there was none", {}, body({ required: true })],
  ["requestBody", "a body is needed that was optional", body({}), body({ required: true })],
  ["requestBody", "there is no body any more", body({}), {}],
  [
    "content",
    "a request may no longer be text",
    body({ content: { ...json(person), "text/plain": { schema: text } } }),
    body({}),
  ],
  ["content", "a response has no body any more", ok({ content: json(person) }), ok()],
  ["content", "a response is text", ok({ content: json(text) }), ok({ content: { "text/plain": { schema: text } } })],
  ["responses", "a status is gone", { responses: { ...ok().responses, "202": { description: "Later." } } }, ok()],
  ["headers", "a header is gone", header({}), ok()],
  ["headers", "a header may be absent", header({ required: true }), header({})],
  ["parameters", "a parameter is gone", parameter({}), {}],
  ["parameters", "a new parameter is needed", {}, parameter({ required: true })],
  ["in", "a parameter is elsewhere", parameter({}), parameter({ in: "header" })],
  ["style", "a parameter is written otherwise", parameter({}), parameter({ style: "pipeDelimited" })],
  ["security", "a key is needed", { security: [] }, { security: [{ bearer: [] }] }],
  ["operationId", "an operation is renamed", { operationId: "old" }, { operationId: "new" }],
  ["tags", "an operation moves", { tags: ["one"] }, { tags: ["two"] }],
  [
    "servers",
    "an operation is elsewhere",
    { servers: [{ url: "https://a.test" }] },
    { servers: [{ url: "https://b.test" }] },
  ],
];

const HARMLESS_REQUESTS: readonly Row[] = [
  ["not", "a value that was excluded", { ...text, not: { const: "a" } }, text],
  ["type", "another type", text, { type: ["string", "number"] }],
  ["enum", "another value", { enum: ["a"] }, { enum: ["a", "b"] }],
  ["maxLength", "a longer text", { ...text, maxLength: 8 }, { ...text, maxLength: 9 }],
  ["minimum", "a smaller number", { ...number, minimum: 2 }, { ...number, minimum: 1 }],
  ["pattern", "any text", { ...text, pattern: "^a" }, text],
  ["required", "a field may be absent", { ...person, required: ["name"] }, person],
  ["properties", "another field", { ...person, properties: { name: text } }, person],
  ["additionalProperties", "other fields", { ...person, additionalProperties: false }, person],
  ["anyOf", "another alternative", { anyOf: [text, number] }, { anyOf: [text, number, list] }],
  ["minLength", "a shorter text", { ...text, minLength: 2 }, { ...text, minLength: 1 }],
  ["format", "any text", { ...text, format: "uuid" }, text],
  ["const", "any value", { ...text, const: "a" }, text],
  ["maximum", "a larger number", { ...number, maximum: 9 }, number],
  ["multipleOf", "any number", { ...integer, multipleOf: 2 }, integer],
  ["minItems", "a shorter list", { ...list, minItems: 1 }, list],
  ["uniqueItems", "items may repeat", { ...list, uniqueItems: true }, list],
  ["maxProperties", "a larger map", { ...map, maxProperties: 8 }, { ...map, maxProperties: 9 }],
  ["oneOf", "another alternative", { oneOf: [text, number] }, { oneOf: [text, number, list] }],
  ["maxItems", "a limit that no honest client exceeds", list, { ...list, maxItems: 100 }],
  ["description", "other words", { ...text, description: "Old." }, { ...text, description: "New." }],
  [
    "deprecated",
    "a field is deprecated",
    person,
    { ...person, properties: { ...person.properties, age: { ...integer, deprecated: true } } },
  ],
];

const HARMLESS_RESPONSES: readonly Row[] = [
  [
    "enum",
    "a value is gone that no client must send",
    { anyOf: [text, number] },
    { anyOf: [text, number], description: "New." },
  ],
  ["maxLength", "a shorter text", { ...text, maxLength: 9 }, { ...text, maxLength: 8 }],
  ["minimum", "a larger number", { ...number, minimum: 1 }, { ...number, minimum: 2 }],
  ["required", "a field is always there", person, { ...person, required: ["name"] }],
  ["properties", "another field", { ...person, properties: { name: text } }, person],
  ["format", "a width", integer, { ...integer, format: "int64" }],
  ["examples", "another example", { ...text, examples: ["a"] }, { ...text, examples: ["b"] }],
];

const HARMLESS_OPERATIONS: readonly Row[] = [
  ["requestBody", "a body may be sent", {}, body({})],
  ["requestBody", "a body may be absent", body({ required: true }), body({})],
  [
    "content",
    "a request may be text",
    body({}),
    body({ content: { ...json(person), "text/plain": { schema: text } } }),
  ],
  ["parameters", "another parameter", {}, parameter({})],
  ["parameters", "a parameter may be absent", parameter({ required: true }), parameter({})],
  ["headers", "another header", ok(), header({})],
  ["security", "another key", { security: [{ bearer: [] }] }, { security: [{ bearer: [] }, { cookie: [] }] }],
  ["deprecated", "an operation is deprecated", {}, { deprecated: true }],
  ["summary", "other words", { summary: "Old" }, { summary: "New" }],
];

const rows = (where: Edit["where"], all: readonly Row[]): Edit[] =>
  all.map(([keyword, what, before, after]) => ({ keyword, what, where, before, after }));

/** Edits after which a client may fail. */
export const BREAKING: readonly Edit[] = [
  ...rows("request", NARROWER),
  ...rows("query", NARROWER.slice(0, 9)),
  ...rows("response", WIDER),
  ...rows("operation", BREAKING_OPERATIONS),
];

/** Edits that no client notices, or only one that wants to. */
export const HARMLESS: readonly Edit[] = [
  ...rows("request", HARMLESS_REQUESTS),
  ...rows("response", HARMLESS_RESPONSES),
  ...rows("operation", HARMLESS_OPERATIONS),
];
