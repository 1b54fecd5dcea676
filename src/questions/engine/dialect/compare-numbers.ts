import { castOf, isNode, type Node, stringOf, type Tree } from "../syntax-tree.ts";
import { isProperty } from "./order-properties.ts";

const NUMBERS = new Set(["INTEGER", "BIGINT", "HUGEINT", "DECIMAL", "DOUBLE"]);
const SUMS = new Set([
  ...["sum", "avg", "mean", "median", "quantile_cont", "quantile", "stddev", "sumif", "avgif", "medianif", "corr"],
  ...["parametric_quantile", "parametric_quantiles", "stddevpop", "stddevsamp", "varpop", "varsamp", "round", "floor"],
]);

const TIME_FUNCTIONS = new Set(["datediff", "date_diff"]);
/** What DuckDB's parser makes of `INTERVAL 30 DAY`. */
const INTERVAL = /^to_(years|months|weeks|days|hours|minutes|seconds|milliseconds|microseconds)$/;

/** Properties are texts: reads those as numbers that are compared with numbers or summed, and as times beside times. */
export function compareNumbers(node: Node): void {
  const kind = stringOf(node, "class");
  if (kind === "COMPARISON") castBeside(node, ["left", "right"]);
  if (kind === "BETWEEN") castBeside(node, ["input", "lower", "upper"]);
  const children = node.children;
  if (kind !== "FUNCTION" || !Array.isArray(children)) return;
  const isOfTimes = TIME_FUNCTIONS.has(stringOf(node, "function_name").toLowerCase()) || children.some(isInterval);
  if (isOfTimes) {
    node.children = children.map((child) => (isProperty(child) ? castOf(child, "TIMESTAMP WITH TIME ZONE") : child));
    return;
  }
  const isOperator = node.is_operator === true && stringOf(node, "function_name") !== "||";
  if (!isOperator && !SUMS.has(stringOf(node, "function_name").toLowerCase())) return;
  node.children = children.map((child) => (isProperty(child) ? castOf(child, "DOUBLE") : child));
}

function castBeside(node: Node, fields: readonly string[]): void {
  if (!fields.some((field) => isNumber(node[field]))) return;
  for (const field of fields) {
    const child = node[field];
    if (isProperty(child)) node[field] = castOf(child, "DOUBLE");
  }
}

function isInterval(tree: Tree): boolean {
  return isNode(tree) && INTERVAL.test(stringOf(tree, "function_name"));
}

function isNumber(tree: Tree | undefined): boolean {
  const value = isNode(tree) ? tree.value : undefined;
  const type = isNode(value) ? value.type : undefined;
  return isNode(type) && NUMBERS.has(stringOf(type, "id"));
}
