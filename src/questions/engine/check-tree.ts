import { problem } from "../../lib/problem.ts";
import { isNode, type Node, stringOf, type Tree, visitNodes } from "./syntax-tree.ts";

const CLIENT_TABLES = ["events", "persons", "person_distinct_ids", "groups", "sessions"] as const;

const TABLE_KINDS = new Set("BASE_TABLE JOIN SUBQUERY TABLE_FUNCTION EMPTY EMPTY_FROM EXPRESSION_LIST".split(" "));
const QUERY_KINDS = new Set(["SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE"]);
const TABLE_FUNCTIONS = new Set(["unnest", "range", "generate_series"]);
/** Names of the catalog. A client's query with such a name could mean the catalog where the query is not visible. */
const CATALOG_NAME = /^(duckdb|pg|sqlite|pragma|information|stored|filed|live|wide|person_wide)_/i;
/** Functions that tell of the engine, run SQL, change state, or wait. */
const REFUSED_FUNCTIONS = [
  /^(duckdb|pg|has|inet|st|icu|pragma|read|write|copy|query|parse_duckdb|_)_/,
  /^current_(?!date$|time$|timestamp$|localtime$|localtimestamp$)/,
  /^(getvariable|getenv|get_block_size|in_search_path|nextval|currval|setseed|sleep_ms|txid_current|glob|query)$/,
  /^(json_(de)?serialize_(sql|plan)|json_execute_serialized_sql|create_sort_key|stats|user|session_user)$/,
  /^(format_type|format_pg_type|(sh)?obj_description|col_description|which_secret|(force_)?checkpoint)$/,
];

/** Names that tell of the engine, unless they are those of columns. */
const VALUES = /^(current_(user|role|catalog|schema|database)|session_user)$/i;

/** Throws `invalid_input` if the statement does more than to read the tables of clients. */
export function checkTree(tree: Tree): void {
  const expressions = new Set<string>();
  visitNodes(tree, (node) => {
    for (const name of expressionNames(node)) expressions.add(name.toLowerCase());
  });
  for (const name of expressions) if (CATALOG_NAME.test(name)) throw refusal(`The name ${name} is reserved.`);
  visitNodes(tree, (node) => checkNode(node, expressions));
}

export function refusal(detail: string) {
  return problem("invalid_input", { attr: "query__query", detail });
}

function checkNode(node: Node, expressions: ReadonlySet<string>): void {
  const type = stringOf(node, "type");
  const isQuery = "cte_map" in node && "modifiers" in node;
  if (isQuery && !QUERY_KINDS.has(type)) throw refusal(`${type} is not supported.`);
  const isTable = "sample" in node && !isQuery;
  if (isTable && !TABLE_KINDS.has(type)) throw refusal(`${type} is not supported: only SELECT is.`);
  if (type === "BASE_TABLE") checkTable(node, expressions);
  if (type === "TABLE_FUNCTION") checkTableFunction(node);
  else if ("function_name" in node) checkFunction(node);
  if (type === "COLUMN_REF") checkColumn(node);
  if (type === "VALUE_PARAMETER" && /^\d+$/.test(stringOf(node, "identifier"))) {
    throw refusal("Numbered parameters are not supported: write {name}, and its value in `values`.");
  }
}

function checkColumn(node: Node): void {
  const names = Array.isArray(node.column_names) ? node.column_names : [];
  const [name] = names;
  if (names.length === 1 && VALUES.test(String(name))) throw refusal(`${name} is not supported.`);
}

function checkTable(node: Node, expressions: ReadonlySet<string>): void {
  const name = stringOf(node, "table_name");
  const isQualified = stringOf(node, "schema_name") !== "" || stringOf(node, "catalog_name") !== "";
  if (node.at_clause) throw refusal("AT is not supported.");
  const isKnown = (CLIENT_TABLES as readonly string[]).includes(name.toLowerCase());
  if (isQualified || !(isKnown || expressions.has(name.toLowerCase()))) {
    throw refusal(`There is no table ${name}: the tables are ${CLIENT_TABLES.join(", ")}.`);
  }
}

function checkTableFunction(node: Node): void {
  const name = isNode(node.function) ? stringOf(node.function, "function_name") : "";
  if (!TABLE_FUNCTIONS.has(name.toLowerCase())) throw refusal(`The table function ${name} is not supported.`);
}

function checkFunction(node: Node): void {
  const name = stringOf(node, "function_name").toLowerCase();
  const catalog = stringOf(node, "catalog");
  const schema = stringOf(node, "schema");
  const isQualified = (schema !== "" && schema !== "main" && schema !== "pg_catalog") || catalog !== "";
  const isRefused = REFUSED_FUNCTIONS.some((refused) => refused.test(name));
  if (isQualified || isRefused) throw refusal(`The function ${name} is not supported.`);
}

function expressionNames(node: Node): string[] {
  const map = isNode(node.cte_map) ? node.cte_map.map : undefined;
  const named = Array.isArray(map) ? map.filter(isNode).map((entry) => stringOf(entry, "key")) : [];
  return "cte_name" in node ? [...named, stringOf(node, "cte_name")] : named;
}
