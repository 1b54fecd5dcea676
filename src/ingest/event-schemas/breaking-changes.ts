import { compileSchema } from "./compile-schema.ts";
import { isOfLibrary, type Schema, type TypeName, typesOf, valuesOf } from "./schema.ts";

/** What a value had to be before it was described: anything, or nothing at all. */
const ANYTHING: Schema = {};
const NOTHING = null;

/** Lists changes that could make valid properties invalid: an empty list proves that there are none. */
export function breakingChanges(before: Schema, after: Schema): string[] {
  return [...new Set(changesAt(before, after, "", true))];
}

function changesAt(before: Schema, after: Schema, path: string, isRoot = false): string[] {
  const values = valuesOf(before);
  if (values !== null) {
    const [isValidBefore, isValid] = [
      compileSchema({ properties: { value: before } }),
      compileSchema({ properties: { value: after } }),
    ];
    const lost = values.filter((value) => isValidBefore({ value }) === null && isValid({ value }) !== null);
    return lost.map((value) => `${path} may no longer be ${JSON.stringify(value)}`);
  }
  const changes = [
    ...typeChanges(before, after, path),
    ...boundChanges(before, after, path),
    ...objectChanges(before, after, path, isRoot),
    ...listChanges(before, after, path),
    ...alternativeChanges(before, after, path),
  ];
  if (changes.length === 0 || before.anyOf === undefined) return changes;
  return before.anyOf.every((alternative) => changesAt(alternative, after, path).length === 0) ? [] : changes;
}

function* typeChanges(before: Schema, after: Schema, path: string): Generator<string> {
  const [known, allowed] = [typesOf(before), typesOf(after)];
  const isAllowed = (type: TypeName) => allowed?.includes(type) || (type === "integer" && allowed?.includes("number"));
  if (allowed !== null) {
    if (known === null) yield `${path} must be ${allowed.join(" or ")}`;
    for (const type of known ?? []) if (!isAllowed(type)) yield `${path} may no longer be ${type}`;
  }
  const values = valuesOf(after);
  if (values !== null) yield `${path} may only be ${values.map((value) => JSON.stringify(value)).join(", ")}`;
}

const LOWER = ["minimum", "minLength", "minItems"] as const;
const UPPER = ["maximum", "maxLength", "maxItems"] as const;

function* boundChanges(before: Schema, after: Schema, path: string): Generator<string> {
  const { NEGATIVE_INFINITY, POSITIVE_INFINITY } = Number;
  for (const name of LOWER) {
    const value = after[name];
    if (value === undefined || (name !== "minimum" && value === 0)) continue;
    if (value > (before[name] ?? NEGATIVE_INFINITY)) yield `${name} of ${path} is now ${value}`;
  }
  for (const name of UPPER) {
    const value = after[name];
    if (value !== undefined && value < (before[name] ?? POSITIVE_INFINITY)) yield `${name} of ${path} is now ${value}`;
  }
  if (after.pattern !== undefined && after.pattern !== before.pattern) yield `${path} has another pattern`;
}

function* objectChanges(before: Schema, after: Schema, path: string, isRoot: boolean): Generator<string> {
  const at = (name: string) => (path === "" ? name : `${path}.${name}`);
  for (const name of after.required ?? []) if (!before.required?.includes(name)) yield `${at(name)} becomes required`;
  const names = new Set([...Object.keys(before.properties ?? {}), ...Object.keys(after.properties ?? {})]);
  for (const name of names) {
    const [was, is] = [propertyOf(before, name, isRoot), propertyOf(after, name, isRoot)];
    if (was === NOTHING) continue;
    if (is === NOTHING) yield `${at(name)} is not allowed any more`;
    else yield* changesAt(was, is, at(name));
  }
  if (after.additionalProperties === false && before.additionalProperties !== false) {
    yield `${path || "an event"} may not have other properties any more`;
  }
}

function propertyOf({ properties = {}, additionalProperties }: Schema, name: string, isRoot: boolean): Schema | null {
  const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (own !== undefined) return own;
  return additionalProperties === false && !(isRoot && isOfLibrary(name)) ? NOTHING : ANYTHING;
}

function listChanges(before: Schema, after: Schema, path: string): string[] {
  return after.items === undefined ? [] : changesAt(before.items ?? ANYTHING, after.items, `${path}[]`);
}

function* alternativeChanges(before: Schema, after: Schema, path: string): Generator<string> {
  const { anyOf } = after;
  if (anyOf === undefined) return;
  const fits = (schema: Schema) => anyOf.some((alternative) => changesAt(schema, alternative, path).length === 0);
  if (fits(before) || before.anyOf?.every(fits)) return;
  yield `${path} has other alternatives`;
}
