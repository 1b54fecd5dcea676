import assert from "node:assert/strict";

const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === "string";
const isTime = (value: unknown) =>
  isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value) && !Number.isNaN(Date.parse(value));

/** Whether a value is of a type, by the words of the specification. */
const CHECKS = {
  string: isText,
  "string, UUID": (value) => isText(value) && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value),
  "string, e-mail address": (value) => isText(value) && /^\S+@\S+$/.test(value),
  "string, date-time": isTime,
  "string, date-time (ISO 8601)": isTime,
  "string (URL)": (value) => value === null || (isText(value) && URL.canParse(value)),
  integer: Number.isInteger,
  boolean: (value) => typeof value === "boolean",
  object: isObject,
  "Person object": isObject,
  "User object": isObject,
  array: Array.isArray,
  "array of string": (value) => Array.isArray(value) && value.every(isText),
} satisfies Record<string, (value: unknown) => boolean>;

export type FieldType = keyof typeof CHECKS;

/** Checks that an object has a field of this type and, if one is given, with this value. */
export function assertField(owner: unknown, name: string, type: FieldType, expected?: unknown): void {
  assert.ok(isObject(owner) && Object.hasOwn(owner as object, name), `${name} is absent`);
  const value = (owner as Readonly<Record<string, unknown>>)[name];
  const isOfType: (value: unknown) => boolean = CHECKS[type];
  assert.ok(isOfType(value), `${name} is no ${type}: ${JSON.stringify(value)}`);
  if (expected !== undefined) assert.deepEqual(value, expected);
}
