import type { BundledDocument, Deprecatable, DocumentedOperation } from "./bundled-document.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const HEADERS = {
  Deprecation: {
    description:
      "The request uses what is deprecated since this time ([RFC 9745](https://www.rfc-editor.org/info/rfc9745)).",
    schema: { type: "string", pattern: "^@\\d+$" },
    example: "@1793491200",
  },
  Sunset: {
    description: "It may be gone after this time ([RFC 8594](https://www.rfc-editor.org/info/rfc8594)).",
    schema: { type: "string" },
    example: "Fri, 30 Apr 2027 00:00:00 GMT",
  },
};

/**
 * Returns what of an operation is deprecated, as the service announces it: `operation`, `parameter NAME` of the query,
 * or `property NAME` of a body in JSON, but not of events, which are not parsed when they are answered. Undefined if
 * nothing is.
 */
export function deprecationsOf(document: BundledDocument, operation: DocumentedOperation) {
  const properties = resolve<SchemaObject>(document, bodySchema(document, operation))?.properties ?? {};
  const marked: [string, Deprecatable | undefined][] = [
    ["operation", operation],
    ...(operation.parameters ?? []).flatMap((reference): [string, Deprecatable][] => {
      const parameter = resolve<Deprecatable & { in: string; name: string }>(document, reference);
      return parameter?.in === "query" ? [[`parameter ${parameter.name}`, parameter]] : [];
    }),
    ...Object.entries(properties).map(([name, schema]): [string, Deprecatable] => [`property ${name}`, schema]),
  ];
  const found = marked.flatMap(([what, part]) => {
    const deprecation = part?.deprecated === true ? part["x-deprecation"] : undefined;
    return deprecation ? [{ what, ...deprecation }] : [];
  });
  return found.length > 0 ? found : undefined;
}

/**
 * Returns the bundled document (JSON) with what it says of each deprecation: a sentence in the description, and the
 * headers of the responses of operations that announce one. Throws if a deprecation lacks its days or what replaces it.
 */
export function announceDeprecations(bundled: string): string {
  if (!bundled.includes('"deprecated"')) return bundled;
  const document = JSON.parse(bundled) as BundledDocument;
  describeEach(document, []);
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item)) {
      if (!operation?.responses || !deprecationsOf(document, operation)) continue;
      const responses = operation.responses as Record<string, unknown>;
      for (const [status, response] of Object.entries(responses)) {
        const own = resolve<{ headers?: object }>(document, response);
        responses[status] = { ...own, headers: { ...own?.headers, ...HEADERS } };
      }
    }
  }
  return JSON.stringify(document);
}

function describeEach(node: unknown, path: readonly string[]): void {
  if (typeof node !== "object" || node === null) return;
  const part = node as Deprecatable & { description?: string };
  if (part.deprecated === true) {
    const { since = "", sunset = "", use = "" } = part["x-deprecation"] ?? {};
    if (!DAY.test(since) || !DAY.test(sunset) || sunset <= since || use === "") {
      const place = path.join(" / ");
      throw new Error(
        `${place} is deprecated: x-deprecation must say since when, until when (sunset), and what to use.`,
      );
    }
    const sentence = `Deprecated since ${since}, and may be gone after ${sunset}. Use ${use.replace(/\.$/, "")}.`;
    part.description = part.description ? `${part.description.trimEnd()}\n\n${sentence}` : sentence;
  }
  for (const [key, child] of Object.entries(node)) if (key !== "example") describeEach(child, [...path, key]);
}

interface SchemaObject {
  readonly properties?: Readonly<Record<string, Deprecatable>>;
}

function bodySchema(document: BundledDocument, operation: DocumentedOperation): unknown {
  if (operation["x-client-shapes"] !== undefined || operation["x-alias-of"] !== undefined) return undefined;
  const { requestBody } = operation;
  const body = resolve<{ content: Readonly<Record<string, { readonly schema?: unknown }>> }>(document, requestBody);
  return body?.content["application/json"]?.schema;
}

/** Returns what a reference leads to, or the value itself. */
function resolve<T>(document: BundledDocument, value: unknown): T | undefined {
  const { $ref } = (value ?? {}) as { readonly $ref?: string };
  if ($ref === undefined) return value as T | undefined;
  const names = $ref.replace("#/", "").split("/");
  const found = names.reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], document);
  return resolve<T>(document, found);
}
