export const TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"] as const;
export type TypeName = (typeof TYPES)[number];
export type Scalar = string | number | boolean | null;

/** The part of JSON Schema (2020-12) in which properties of events are described. */
export interface Schema {
  readonly $schema?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: TypeName | readonly TypeName[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly enum?: readonly Scalar[];
  readonly const?: Scalar;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly Schema[];
}

/** Properties that client libraries add to events: `additionalProperties: false` never refuses them. */
export function isOfLibrary(name: string): boolean {
  return name.startsWith("$") || name === "token" || name === "distinct_id";
}

/** Returns the types that a schema allows; null for all. */
export function typesOf({ type }: Schema): readonly TypeName[] | null {
  return type === undefined ? null : typeof type === "string" ? [type] : type;
}

/** Returns the only values that a schema allows; null if it does not list them. */
export function valuesOf(schema: Schema): readonly Scalar[] | null {
  if (!Object.hasOwn(schema, "const")) return schema.enum ?? null;
  const value = schema.const ?? null;
  return schema.enum === undefined || schema.enum.includes(value) ? [value] : [];
}
