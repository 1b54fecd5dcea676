import { TABLES } from "./engine-methods.ts";
import { callOf, columnOf, isNode, type Node, replaceNode, stringOf, type Tree, visitNodes } from "./syntax-tree.ts";

const TABLE_COLUMNS = new Set(Object.values(TABLES).flatMap((columns) => Object.keys(columns)));
const EXTREMES = new Map(Object.entries({ max: "arg_max", min: "arg_min", maxif: "argMaxIf", minif: "argMinIf" }));
const BY_EXTREME = new Set(["arg_max", "arg_min", "max_by", "min_by", "argmax", "argmin", "argmaxif", "argminif"]);
const ORDERED = /^COMPARE_(LESS|GREATER)THAN/;
const ORDERS = new Set(["ORDER_DEFAULT", "ASCENDING", "DESCENDING"]);

/** Orders properties in `<`, `BETWEEN`, `max`, `min`, `argMax` and `ORDER BY` so that "9" comes before "10". */
export function orderProperties(node: Node): void {
  const kind = stringOf(node, "class");
  if (kind === "COMPARISON" && ORDERED.test(stringOf(node, "type"))) orderFields(node, ["left", "right"]);
  if (kind === "BETWEEN") orderFields(node, ["input", "lower", "upper"]);
  if (ORDERS.has(stringOf(node, "type"))) orderFields(node, ["expression"]);
  if (Array.isArray(node.modifiers) && Array.isArray(node.select_list)) orderBySelected(node);
  if ((kind === "FUNCTION" || kind === "WINDOW") && Array.isArray(node.children)) orderArguments(node, node.children);
}

/** Makes `argMax(x, timestamp)` and `argMin` order events of one moment by their arrival. */
export function orderByArrival(node: Node): void {
  const { children } = node;
  if (!BY_EXTREME.has(stringOf(node, "function_name").toLowerCase()) || !Array.isArray(children)) return;
  const [value = null, by, ...others] = children;
  const names = isNode(by) && Array.isArray(by.column_names) ? by.column_names.map(String) : [];
  if (names.at(-1) !== "timestamp" || names.length > 2) return;
  const column = (name: string) => columnOf([...names.slice(0, -1), name]);
  const arrival = callOf("arrival_order", ["timestamp", "created_at", "sequence"].map(column));
  node.children = [value, arrival, ...others];
}

/** Marks columns that have a property under another name. */
const PROPERTY = "is_property";

/** Runs work on the tree while columns that have a property under another name are marked. */
export function withNamedProperties(tree: Tree, work: () => void): void {
  const [properties, others] = [new Set<string>(), new Set<string>(TABLE_COLUMNS)];
  visitNodes(tree, ({ select_list: selected }) => {
    if (!Array.isArray(selected)) return;
    for (const each of selected.filter(isNode)) (isProperty(each) ? properties : others).add(stringOf(each, "alias"));
  });
  const isNamed = (name: string) => properties.has(name) && name !== "" && !others.has(name);
  visitNodes(tree, (node) => {
    const names = node.column_names;
    if (Array.isArray(names) && isNamed(String(names.at(-1)))) node[PROPERTY] = true;
  });
  work();
  visitNodes(tree, (node) => {
    delete node[PROPERTY];
  });
}

/** Functions that choose one of a property's values. */
const CHOICES = new Set([...BY_EXTREME, ..."any_value any first last anylast anyif assumenotnull mode".split(" ")]);

export function isProperty(tree: Tree | undefined): tree is Node {
  if (!isNode(tree)) return false;
  const name = stringOf(tree, "function_name").toLowerCase();
  if (name === "property_text" || tree[PROPERTY] === true) return true;
  return CHOICES.has(name) && Array.isArray(tree.children) && isProperty(tree.children[0]);
}

function orderFields(node: Node, fields: readonly string[]): void {
  if (!fields.every((field) => isProperty(node[field]))) return;
  for (const field of fields) node[field] = orderOf(node[field] ?? null);
}

function orderArguments(node: Node, children: readonly Tree[]): void {
  const name = stringOf(node, "function_name").toLowerCase();
  const [value = null, ...others] = children;
  const extreme = EXTREMES.get(name);
  if (extreme !== undefined && isProperty(value)) {
    node.function_name = extreme;
    node.children = [value, orderOf(value), ...others];
  } else if (BY_EXTREME.has(name) && isProperty(others[0])) {
    node.children = [value, orderOf(others[0]), ...others.slice(1)];
  }
}

/** `ORDER BY` may have the alias of a selected column, or its place. */
function orderBySelected({ modifiers, select_list: selected }: Node): void {
  if (!Array.isArray(modifiers) || !Array.isArray(selected)) return;
  const orders = modifiers.flatMap((modifier) => (isNode(modifier) ? (modifier.orders ?? []) : []));
  for (const order of (orders as Tree[]).filter(isNode)) {
    const by = order.expression;
    if (!isNode(by)) continue;
    const names = by.column_names;
    const place = isNode(by.value) ? Number(by.value.value) - 1 : -1;
    const alias = Array.isArray(names) && names.length === 1 ? names[0] : undefined;
    const named = selected.find((each) => isNode(each) && alias !== undefined && each.alias === alias);
    if (isProperty(named)) order.expression = orderOf(by);
    else if (isProperty(selected[place])) order.expression = orderOf(selected[place]);
  }
}

function orderOf(tree: Tree): Node {
  const copy = structuredClone(tree);
  if (isNode(copy)) replaceNode(copy, { ...copy, alias: "" });
  return callOf("property_order", [copy]);
}
