import { resolvePointer } from "../../../contract-tests/contract/contract-document.ts";
import type { Random } from "../../seeded-random.ts";
import { pick, randomUuid, randomWord } from "./random-text.ts";

const MAX_DEPTH = 6;
const TYPES = ["string", "integer", "number", "boolean", "null", "object", "array"];

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly additionalProperties?: unknown;
  readonly items?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly allOf?: readonly unknown[];
  readonly anyOf?: readonly unknown[];
  readonly oneOf?: readonly unknown[];
}

/** Returns a value that the schema at this pointer of the contract most likely allows. */
export function schemaValue(schemaPointer: string, random: Random, depth = 0): unknown {
  const { value, pointer } = resolvePointer(schemaPointer);
  const schema: Schema = value;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return pick(schema.enum, random);
  if (schema.default !== undefined && random.chance(0.2)) return schema.default;
  const own =
    schema.type === undefined && (schema.allOf ?? schema.anyOf ?? schema.oneOf)
      ? undefined
      : ofType(schema, pointer, random, depth);
  const parts = (schema.allOf ?? []).map((_, index) => schemaValue(`${pointer}/allOf/${index}`, random, depth));
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const choices = schema[keyword];
    if (choices)
      parts.push(schemaValue(`${pointer}/${keyword}/${random.integer(0, choices.length - 1)}`, random, depth));
  }
  const all = [own, ...parts].filter((part) => part !== undefined);
  const isObject = (part: unknown) => typeof part === "object" && part !== null && !Array.isArray(part);
  return all.every(isObject) ? Object.assign({}, ...all) : all.at(-1);
}

function ofType(schema: Schema, pointer: string, random: Random, depth: number): unknown {
  const types = schema.type ?? (schema.properties ? "object" : pick(TYPES, random));
  const type = typeof types === "string" ? types : pick(types, random);
  if (type === "object") return randomObject(schema, pointer, random, depth);
  if (type === "array") return randomArray(schema, pointer, random, depth);
  if (type === "string") return randomString(schema, random);
  if (type === "boolean") return random.chance(0.5);
  if (type === "null") return null;
  const { minimum = -1000, maximum = 1000 } = schema;
  return type === "integer" ? random.integer(minimum, maximum) : minimum + random.next() * (maximum - minimum);
}

function randomObject(schema: Schema, pointer: string, random: Random, depth: number): object {
  const { properties = {}, required = [] } = schema;
  const names = Object.keys(properties).filter(
    (name) => required.includes(name) || (depth < MAX_DEPTH && random.chance(0.4)),
  );
  const declared = names.map((name) => [name, schemaValue(`${pointer}/properties/${name}`, random, depth + 1)]);
  const extraCount = schema.additionalProperties === false || depth >= MAX_DEPTH ? 0 : random.integer(0, 3);
  const hasSchema = typeof schema.additionalProperties === "object";
  const extra = Array.from({ length: extraCount }, () => {
    return [
      randomWord(random),
      hasSchema ? schemaValue(`${pointer}/additionalProperties`, random, depth + 1) : randomWord(random),
    ];
  });
  return Object.fromEntries([...extra, ...declared]);
}

function randomArray(
  { items, minItems = 0, maxItems = 5 }: Schema,
  pointer: string,
  random: Random,
  depth: number,
): unknown[] {
  const length = depth >= MAX_DEPTH ? minItems : random.integer(minItems, Math.min(maxItems, minItems + 5));
  return Array.from({ length }, () =>
    items ? schemaValue(`${pointer}/items`, random, depth + 1) : randomWord(random),
  );
}

function randomString({ format, minLength = 0, maxLength = 20 }: Schema, random: Random): string {
  if (format === "uuid") return randomUuid(random);
  if (format === "email") return `${randomUuid(random)}@guests.example`;
  if (format === "date-time") return new Date(random.integer(0, 2_000_000_000) * 1000).toISOString();
  return randomWord(random).repeat(3).slice(0, maxLength).padEnd(minLength, "x");
}
