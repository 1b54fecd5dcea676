/** A node of the syntax tree that DuckDB writes as JSON. */
export type Node = { [key: string]: Tree };
export type Tree = string | number | boolean | null | Tree[] | Node;

export function isNode(tree: Tree | undefined): tree is Node {
  return typeof tree === "object" && tree !== null && !Array.isArray(tree);
}

/** Returns an empty text if the field has none. */
export function stringOf(node: Node, field: string): string {
  const value = node[field];
  return typeof value === "string" ? value : "";
}

/** Calls `visit` with each node, after those within it, but with none in a node that is left out. It may change it. */
export function visitNodes(
  tree: Tree | undefined,
  visit: (node: Node) => void,
  isLeftOut: (node: Node) => boolean = () => false,
): void {
  if (Array.isArray(tree)) for (const item of tree) visitNodes(item, visit, isLeftOut);
  if (!isNode(tree) || isLeftOut(tree)) return;
  for (const value of Object.values(tree)) visitNodes(value, visit, isLeftOut);
  visit(tree);
}

/** Visits each node of the query, but not the queries within it. */
export function visitOwn(query: Node, visit: (node: Node) => void): void {
  for (const value of Object.values(query)) visitNodes(value, visit, (node) => "cte_map" in node);
}

export function replaceNode(node: Node, other: Node): void {
  for (const key of Object.keys(node)) delete node[key];
  Object.assign(node, other);
}

export function columnOf(names: readonly string[]): Node {
  return { class: "COLUMN_REF", type: "COLUMN_REF", ...PLAIN, column_names: [...names] };
}

export function callOf(name: string, children: Tree[]): Node {
  return {
    class: "FUNCTION",
    type: "FUNCTION",
    ...PLAIN,
    function_name: name,
    schema: "",
    children,
    filter: null,
    order_bys: { type: "ORDER_MODIFIER", orders: [] },
    distinct: false,
    is_operator: false,
    export_state: false,
    catalog: "",
  };
}

/** Leaves the operands to the caller. */
export function operatorOf(kind: "COMPARISON" | "CONJUNCTION" | "OPERATOR", type: string): Node {
  return { class: kind, type, ...PLAIN };
}

export function textConstant(value: string): Node {
  const constant = { type: { id: "VARCHAR", type_info: null }, is_null: false, value };
  return { class: "CONSTANT", type: "VALUE_CONSTANT", ...PLAIN, value: constant };
}

/** Returns a cast that is null for a value without the type. */
export function castOf(child: Node, type: string): Node {
  const cast = { class: "CAST", type: "OPERATOR_CAST", ...PLAIN, alias: stringOf(child, "alias") };
  return { ...cast, child, cast_type: { id: type, type_info: null }, try_cast: true };
}

const PLAIN = { alias: "", query_location: 0 };
