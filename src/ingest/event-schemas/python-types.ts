import type { TypedEvent } from "./events-of-document.ts";
import { commentText, pascalCase, uniqueName } from "./events-of-document.ts";
import { type Scalar, type Schema, type TypeName, typesOf, valuesOf } from "./schema.ts";

const HEAD = `"""Made by "sightline schemas types" from the project's own OpenAPI document. Do not edit."""

import sys
from typing import Any, Callable, Dict, List, Literal, Mapping, Optional, Union, cast, overload

if sys.version_info >= (3, 11):
    from typing import NotRequired, Required, TypedDict
else:
    from typing_extensions import NotRequired, Required, TypedDict

`;

const RESERVED = ["Any", "Callable", "Dict", "List", "Literal", "Mapping", "Optional", "Union", "NotRequired"];
const TAKEN = [...RESERVED, "Required", "TypedDict", "TypedCapture"];

const CLASS = `
class TypedCapture:
    """Takes an event of the project with its properties, and no other.

    send passes events on to a client library, for example:
    TypedCapture(lambda event, properties: posthog.capture(event, distinct_id="ada", properties=properties))
    """

    def __init__(self, send: Callable[[str, Dict[str, Any]], Any]) -> None:
        self._send = send

`;

const BODY = "        self._send(event, dict(cast(Mapping[str, Any], properties or {})))\n";

/** Returns a module in Python: a `TypedDict` for the properties of each event, and `TypedCapture`. */
export function pythonTypes(events: readonly TypedEvent[]): string {
  const taken = new Set(TAKEN);
  let types = "";

  /** Writes a `TypedDict` for an object, after those for the objects in it. */
  const define = ({ properties = {}, required = [] }: Schema, wanted: string): string => {
    const name = uniqueName(wanted, taken);
    const fields = [
      ...Object.entries(properties),
      ...required.filter((one) => !Object.hasOwn(properties, one)).map((one) => [one, {}] as const),
    ].map(([field, schema]) => {
      const type = typeOf(schema, `${wanted}${pascalCase(field)}`);
      return `        ${literal(field)}: ${required.includes(field) ? "Required" : "NotRequired"}[${type}],\n`;
    });
    const body = fields.length === 0 ? "{}" : `{\n${fields.join("")}    }`;
    types += `${name} = TypedDict(\n    ${literal(name)},\n    ${body},\n)\n\n`;
    return name;
  };

  const typeOf = (schema: Schema, name: string): string => {
    const values = valuesOf(schema);
    if (values !== null) return literalType(values);
    if (schema.anyOf) {
      const { anyOf, ...rest } = schema;
      return union(anyOf.map((one) => typeOf({ ...rest, ...one }, name)));
    }
    const names = typesOf(schema);
    return names === null ? "Any" : union(names.map((type) => typeOfName(type, schema, name)));
  };

  const typeOfName = (type: TypeName, schema: Schema, name: string): string => {
    if (type === "array") return `List[${schema.items ? typeOf(schema.items, `${name}Item`) : "Any"}]`;
    if (type === "object") return schema.properties ? define(schema, name) : "Dict[str, Any]";
    return { string: "str", boolean: "bool", integer: "int", number: "float", null: "None" }[type];
  };

  const signatures = events.map(({ event, typeName, properties }) => {
    const type = define(properties, `${typeName}Properties`);
    const argument = properties.required?.length ? `properties: ${type}` : `properties: Optional[${type}] = None`;
    return `    def __call__(self, event: Literal[${literal(event)}], ${argument}) -> None:`;
  });
  const calls = signatures.map((signature, index) => {
    const text = events[index]?.description ?? "";
    const doc = text === "" ? "" : `\n        """${docText(text)}"""\n       `;
    return `    @overload\n${signature}${doc} ...\n\n`;
  });
  // One alone must not be an overload.
  const [only = "", ...others] = signatures;
  const call = others.length === 0 ? only : "    def __call__(self, event: str, properties: Any = None) -> None:";
  return `${HEAD}${types}${CLASS}${others.length === 0 ? "" : calls.join("")}${call}\n${BODY}`;
}

/** A number with a fraction cannot be a literal type. */
function literalType(values: readonly Scalar[]): string {
  if (values.some((value) => typeof value === "number" && !Number.isInteger(value))) return "Any";
  return values.length === 0 ? "Any" : `Literal[${values.map(literal).join(", ")}]`;
}

function union(types: readonly string[]): string {
  const different = [...new Set(types)];
  return different.length === 1 ? (different[0] ?? "Any") : `Union[${different.join(", ")}]`;
}

/** A JSON text is one of Python, too, once lone surrogates and such are escaped. */
function literal(value: Scalar): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return String(value);
  return JSON.stringify(value);
}

function docText(text: string): string {
  return commentText(text).replaceAll("\\", "\\\\").replace(/"$/, "'");
}
