type Json = { [key: string]: unknown };

const REF = /"#\/components\/schemas\/([^"/]+)"/g;

/**
 * Lets each optional member of a question also be null, which PostHog's tools send for absent. Types, clients and
 * agents do not know these nulls: the service takes them away before it reads a question.
 */
export function allowNulls(bundled: string): string {
  const document = JSON.parse(bundled);
  const schemas: Record<string, Json> = document.components.schemas ?? {};
  const names = new Set(schemas.Query ? ["Query"] : []);
  for (const name of names) {
    for (const [, referred = ""] of JSON.stringify(schemas[name]).matchAll(REF)) names.add(referred);
  }
  for (const name of names) schemas[name] = withNulls(schemas[name], schemas) as Json;
  return JSON.stringify(document);
}

function withNulls(node: unknown, schemas: Record<string, Json>): unknown {
  if (Array.isArray(node)) return node.map((item) => withNulls(item, schemas));
  if (typeof node !== "object" || node === null) return node;
  const { required = [] } = node as { required?: string[] };
  const memberOf = ([name, member]: [string, unknown]) => {
    const schema = withNulls(member, schemas) as Json;
    return [name, required.includes(name) || allowsNull(schema, schemas) ? schema : nullable(schema)];
  };
  const copied = ([key, value]: [string, unknown]) => {
    if (key === "properties") return [key, Object.fromEntries(Object.entries(value as Json).map(memberOf))];
    return [key, key === "x-client" ? value : withNulls(value, schemas)];
  };
  return Object.fromEntries(Object.entries(node).map(copied));
}

function nullable({ description, ...schema }: Json): Json {
  return { ...(description !== undefined && { description }), anyOf: [schema, { type: "null" }] };
}

function allowsNull({ $ref, type, enum: values, anyOf, oneOf }: Json, schemas: Record<string, Json>): boolean {
  if (typeof $ref === "string") return allowsNull(schemas[$ref.split("/").at(-1) ?? ""] ?? {}, schemas);
  const alternatives = (anyOf ?? oneOf) as Json[] | undefined;
  if (alternatives) return alternatives.some((alternative) => allowsNull(alternative, schemas));
  return type === undefined ? values === undefined : [type].flat().includes("null");
}
