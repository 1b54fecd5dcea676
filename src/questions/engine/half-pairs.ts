import { callOf, isNode, type Node, replaceNode, stringOf, type Tree } from "./syntax-tree.ts";

/** Control characters do not occur in JSON text, so they stand for escaped backslashes and the `\u` of whole pairs. */
const [BACKSLASHES, UNIT] = ["chr(1)", "chr(2)"];
const PAIR = "\\\\u([dD][89abAB][0-9a-fA-F]{2})\\\\u([dD][c-fC-F][0-9a-fA-F]{2})";
const HALF = "\\\\u[dD][89a-fA-F][0-9a-fA-F]{2}";
const MAY_HAVE_HALF = "(contains(json, '\\ud') OR contains(json, '\\uD'))";

/** Reads half a surrogate pair, which clients send that cut an emoji in two and DuckDB refuses, as U+FFFD. */
export const PROPERTY_MACROS = [
  `CREATE MACRO without_half_pairs(json) AS replace(replace(
    regexp_replace(
      regexp_replace(replace(json, '\\\\', ${BACKSLASHES}), '${PAIR}', ${UNIT} || '\\1' || ${UNIT} || '\\2', 'g'),
      '${HALF}', '\\\\ufffd', 'g'),
    ${UNIT}, '\\u'), ${BACKSLASHES}, '\\\\')`,
  `CREATE MACRO parsable_json(json) AS CASE WHEN ${MAY_HAVE_HALF} THEN without_half_pairs(json) ELSE json END`,
  // Integers count the values of a list from 1, as in ClickHouse.
  "CREATE MACRO property_pointer(name) AS '/' || CASE WHEN typeof(name) IN ('INTEGER', 'BIGINT') " +
    "THEN CAST(TRY_CAST(name AS BIGINT) - 1 AS VARCHAR) " +
    "ELSE replace(replace(CAST(name AS VARCHAR), '~', '~0'), '/', '~1') END",
  `CREATE MACRO json_text(json, pointer) AS coalesce(TRY(json_extract_string(json, pointer)),
    CASE WHEN ${MAY_HAVE_HALF} THEN TRY(json_extract_string(without_half_pairs(json), pointer)) END)`,
  // Writes a JSON number as JavaScript does, but large whole ones with all digits.
  `CREATE MACRO number_text(x) AS CASE WHEN abs(x::DOUBLE) < 1.7e38 AND x::DOUBLE = trunc(x::DOUBLE)
    THEN CAST(CAST(x::DOUBLE AS HUGEINT) AS VARCHAR) ELSE replace(replace(x, 'e', 'e+'), 'e+-', 'e-') END`,
  // Only reads the type of what may be written otherwise: 1.0 and 1E0 are "1".
  `CREATE MACRO property_text(json, pointer) AS list_transform([json_text(json, pointer)], lambda v: CASE
    WHEN (ends_with(v, '.0') OR contains(v, 'e') AND isfinite(TRY_CAST(v AS DOUBLE)))
      AND TRY(json_type(json, pointer)) = 'DOUBLE' THEN number_text(v) ELSE v END)[1]`,
];

const JSON_FUNCTION = /^(json_|->)/;
const PROPERTIES = new Set(["properties", "person_properties"]);

/** Makes functions of JSON, and casts to it, read properties with half a pair. */
export function readHalfPairs(node: Node): void {
  const type = stringOf(node, "type");
  if (type === "FUNCTION" && JSON_FUNCTION.test(stringOf(node, "function_name")) && Array.isArray(node.children)) {
    node.children = node.children.map(parsable);
  } else if (type === "LAMBDA" && isProperties(node.lhs)) {
    // DuckDB's parser makes this of `->`.
    const alias = stringOf(node, "alias");
    replaceNode(node, { ...callOf("json_extract", [parsable(node.lhs ?? null), node.expr ?? null]), alias });
  } else if (type === "OPERATOR_CAST" && isJson(node.cast_type)) node.child = parsable(node.child ?? null);
}

function parsable(tree: Tree): Tree {
  return isProperties(tree) ? callOf("parsable_json", [tree ?? null]) : tree;
}

function isProperties(tree: Tree | undefined): boolean {
  const names = isNode(tree) && stringOf(tree, "type") === "COLUMN_REF" ? tree.column_names : undefined;
  return Array.isArray(names) && PROPERTIES.has(String(names.at(-1)));
}

function isJson(type: Tree | undefined): boolean {
  return isNode(type) && isNode(type.type_info) && stringOf(type.type_info, "name").toUpperCase() === "JSON";
}
