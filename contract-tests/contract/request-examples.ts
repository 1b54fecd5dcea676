import { gzipSync } from "node:zlib";
import type { RequestOptions } from "../client/build-message.ts";
import { clientOperations, type Operation, type ParameterSpec, resolvePointer } from "./contract-document.ts";

/** A request that the document shows. */
export interface RequestExample {
  readonly title: string;
  readonly options: RequestOptions;
}

interface Exemplary {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, unknown>>;
}

type Adapt = (value: unknown) => unknown;

/**
 * Returns a request for each example of the operation's body, gzipped too if client libraries send it, and one for each
 * example or listed value of its query parameters and headers, with the first body. Each example is adapted to the
 * target first.
 */
export function requestExamples(operation: Operation, adapt: Adapt): RequestExample[] {
  const bodies = bodyExamples(operation, adapt);
  const withParameters = operation.parameters.flatMap((parameter) =>
    parameterOptions(parameter, operation, adapt).map((options) => ({
      title: JSON.stringify(options),
      options: { ...bodies[0]?.options, ...options },
    })),
  );
  const plain = bodies.length === 0 ? [{ title: "no body", options: {} }] : bodies;
  return [...plain, ...(clientOperations.includes(operation) ? bodies.flatMap(gzipped) : []), ...withParameters];
}

function bodyExamples({ bodyPointer }: Operation, adapt: Adapt): RequestExample[] {
  if (bodyPointer === null) return [];
  const content = Object.keys(resolvePointer(`${bodyPointer}/content`).value);
  return content.flatMap((type) => {
    const pointer = `${bodyPointer}/content/${type.replaceAll("/", "~1")}`;
    return exampleValues(pointer, adapt).map(([name, value]) => ({
      title: `${name}, ${type}`,
      options: type === "application/json" ? { json: value } : encoded(type, value),
    }));
  });
}

/** In the body of a form, the fields of an example. */
function encoded(type: string, value: unknown): RequestOptions {
  const text = typeof value === "string" ? value : new URLSearchParams(value as Record<string, string>).toString();
  return { text, headers: { "content-type": type } };
}

function gzipped({ title, options: { json } }: RequestExample): RequestExample[] {
  if (json === undefined) return [];
  const headers = { "content-type": "application/json", "content-encoding": "gzip" };
  return [{ title: `${title}, gzip`, options: { text: gzipSync(JSON.stringify(json)), headers } }];
}

function parameterOptions(
  { name, location, pointer }: ParameterSpec,
  { requiredQuery }: Operation,
  adapt: Adapt,
): RequestOptions[] {
  if (location === "path") return []; // names what only the document has
  const { schema } = resolvePointer(pointer).value as { schema?: { enum?: readonly unknown[] } };
  const values = [...exampleValues(pointer, adapt).map(([, value]) => value), ...(schema?.enum ?? [])];
  return values.map((value) => {
    if (location === "header") return { headers: { [name]: String(value) } };
    return { query: { ...requiredQuery, [name]: Array.isArray(value) ? value.map(String) : String(value) } };
  });
}

function exampleValues(pointer: string, adapt: Adapt): [name: string, value: unknown][] {
  const { example, examples = {} } = resolvePointer(pointer).value as Exemplary;
  const named = Object.keys(examples).map(
    (name) => [name, resolvePointer(`${pointer}/examples/${name}`).value.value] as const,
  );
  const all = example === undefined ? named : [["example", example] as const, ...named];
  return all.map(([name, value]) => [name, adapt(value)]);
}
