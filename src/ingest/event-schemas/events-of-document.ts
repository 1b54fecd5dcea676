import { isPropertyMap } from "../../lib/json/json.ts";
import type { Schema } from "./schema.ts";

/** An event of a project's own OpenAPI document. */
export interface TypedEvent {
  readonly event: string;
  /** A name for the type of its properties, in Pascal case. */
  readonly typeName: string;
  readonly description: string;
  readonly properties: Schema;
}

const PATH = ["paths", "/capture/", "post", "requestBody", "content", "application/json", "schema", "oneOf"];

/** Returns the events that the document describes for `/capture/`, in its order; none for any other document. */
export function eventsOfDocument(document: unknown): TypedEvent[] {
  const bodies = valueAt(document, PATH);
  const schemas = valueAt(document, ["components", "schemas"]);
  return (Array.isArray(bodies) ? bodies : []).flatMap((body: unknown): TypedEvent[] => {
    const name = referenced(body);
    const schema = valueAt(schemas, [name]);
    const event = valueAt(schema, ["properties", "event", "enum", "0"]);
    const properties = valueAt(schemas, [referenced(valueAt(schema, ["properties", "properties"]))]);
    if (typeof event !== "string" || !isPropertyMap(properties)) return [];
    const description = String(valueAt(schema, ["description"]) ?? "");
    return [{ event, typeName: name.replace(/Event$/, ""), description, properties: properties as Schema }];
  });
}

function referenced(value: unknown): string {
  return String(valueAt(value, ["$ref"]) ?? "").replace("#/components/schemas/", "");
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((found, name) => {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined;
    return (found as Record<string, unknown>)[name];
  }, value);
}

/** Returns the words of a name as one word in Pascal case; a name without letters gets the prefix only. */
export function pascalCase(name: string, prefix = "X"): string {
  const words = name.match(/[A-Za-z0-9]+/g) ?? [];
  const text = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[A-Z]/.test(text) ? text : prefix + text;
}

export function uniqueName(name: string, taken: Set<string>): string {
  for (let number = 1; ; number++) {
    const unique = number === 1 ? name : `${name}${number}`;
    if (taken.has(unique)) continue;
    taken.add(unique);
    return unique;
  }
}

/** Returns text as one line that ends no comment. */
export function commentText(text: string): string {
  return text.replace(/\s+/g, " ").replaceAll("*/", "* /").replaceAll('"""', "'''").trim();
}
