type Json = { [key: string]: unknown };

interface Document extends Json {
  tags: { name: string }[];
  security?: Record<string, unknown>[];
  paths: Record<string, Record<string, Json>>;
  components: Record<string, Record<string, Json>>;
}

/** Sections whose clients exist already: libraries of the PostHog family, providers of OpenFeature, and agents. */
const SECTIONS_WITH_CLIENTS = ["Compatibility", "OpenFeature", "Agents"];
const SCHEMA_REF = /^#\/components\/schemas\/(.+)$/;

/**
 * Returns the document that clients are generated from: the complete one without the operations of sections whose
 * clients exist already, without the shapes that only older clients send, and without cookies, which are for the pages
 * of the service itself. Where a request may have several types, it has the first, because few generators know mixed
 * types. The complete document allows each request that this one allows.
 */
export function clientDocument(completeJson: string): string {
  const document = JSON.parse(completeJson) as Document;
  document.tags = document.tags.filter(({ name }) => !SECTIONS_WITH_CLIENTS.includes(name));
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, { tags }] of Object.entries(item)) {
      if (Array.isArray(tags) && tags.some((tag) => SECTIONS_WITH_CLIENTS.includes(tag))) delete item[method];
    }
    if (!Object.values(item).some((operation) => "responses" in operation)) delete document.paths[path];
  }
  removeCookies(document);
  const { schemas = {} } = document.components;
  const answered = schemasOfResponses(document);
  for (const [name, schema] of Object.entries(schemas)) {
    schemas[name] = simplify(schema, schemas, !answered.has(name)) as Json;
  }
  document.paths = simplify(document.paths, schemas, false) as Document["paths"];
  document.components = simplify(document.components, schemas, false) as Document["components"];
  removeUnused(document);
  return JSON.stringify(document);
}

function removeCookies(document: Document): void {
  const { securitySchemes = {} } = document.components;
  for (const [name, scheme] of Object.entries(securitySchemes)) {
    if (scheme.in !== "cookie") continue;
    delete securitySchemes[name];
    document.security = document.security?.filter((alternative) => !(name in alternative));
  }
}

/** Returns the names of the schemas that responses contain. */
function schemasOfResponses({ paths, components }: Document): Set<string> {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    for (const [, name = ""] of JSON.stringify(node ?? {}).matchAll(/"#\/components\/schemas\/([^"/]+)"/g)) {
      if (names.has(name)) continue;
      names.add(name);
      visit(components.schemas?.[name]);
    }
  };
  visit(components.responses);
  for (const item of Object.values(paths)) for (const { responses } of Object.values(item)) visit(responses);
  return names;
}

/**
 * Copies a part of the document. A reference to a schema that only refers to another one refers to that one; of several
 * types, requests keep the first, and responses have them as alternatives. Alternatives exclude each other: generators
 * treat `oneOf` as that, and `anyOf` as a mixture of all.
 */
function simplify(node: unknown, schemas: Record<string, Json>, inRequest: boolean): unknown {
  if (Array.isArray(node)) return node.map((item) => simplify(item, schemas, inRequest));
  if (typeof node !== "object" || node === null) return node;
  const { type, "x-client": forClients, ...others } = node as Json;
  if (forClients === "first") return simplify(firstAlternative(others), schemas, inRequest);
  if (forClients !== undefined) return simplify(merged({ type, ...others }, forClients), schemas, inRequest);
  const copy = Object.entries(others).map(([key, value]) => [
    key === "anyOf" ? "oneOf" : key,
    key === "$ref" ? finalReference(String(value), schemas) : simplify(value, schemas, inRequest),
  ]);
  return Object.fromEntries([...copy, ...Object.entries(simplifyType(type, inRequest))]);
}

function firstAlternative({ anyOf, oneOf, ...others }: Json): unknown {
  const [first] = (anyOf ?? oneOf) as Json[];
  return { ...first, ...others };
}

/** Applies a merge patch (RFC 7396). */
function merged(target: unknown, patch: unknown): unknown {
  if (!isMap(patch)) return patch;
  const entries = Object.entries(patch).map(([key, value]) => [key, merged(isMap(target) ? target[key] : {}, value)]);
  const all = { ...(isMap(target) ? target : {}), ...Object.fromEntries(entries) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

function isMap(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function simplifyType(type: unknown, inRequest: boolean): Json {
  if (!Array.isArray(type)) return type === undefined ? {} : { type };
  if (inRequest) return { type: type[0] };
  const alternatives = type.filter((name) => name !== "null");
  return alternatives.length < 2 ? { type } : { oneOf: type.map((name) => ({ type: name })) };
}

function finalReference(reference: string, schemas: Record<string, Json>): string {
  const { allOf } = schemas[SCHEMA_REF.exec(reference)?.[1] ?? ""] ?? {};
  const [only, second]: { $ref?: string }[] = Array.isArray(allOf) ? allOf : [];
  return only?.$ref === undefined || second !== undefined ? reference : finalReference(only.$ref, schemas);
}

/** Removes the components that nothing refers to any more. */
function removeUnused(document: Document): void {
  const { securitySchemes: _, ...groups } = document.components;
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    const text = JSON.stringify(document);
    for (const [group, members] of Object.entries(groups)) {
      const unused = Object.keys(members).filter((name) => !text.includes(`"#/components/${group}/${name}"`));
      for (const name of unused) delete members[name];
      isChanged ||= unused.length > 0;
    }
  }
}
