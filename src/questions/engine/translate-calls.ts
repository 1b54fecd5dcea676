import { callOf, isNode, type Node, operatorOf, replaceNode, stringOf, type Tree } from "./syntax-tree.ts";
import { COALESCE_OPERATOR } from "./translate-text.ts";

const COMPARISONS = new Map(
  Object.entries({
    equals: "COMPARE_EQUAL",
    notequals: "COMPARE_NOTEQUAL",
    less: "COMPARE_LESSTHAN",
    lessorequals: "COMPARE_LESSTHANOREQUALTO",
    greater: "COMPARE_GREATERTHAN",
    greaterorequals: "COMPARE_GREATERTHANOREQUALTO",
  }),
);
const CONJUNCTIONS = new Map(Object.entries({ and: "CONJUNCTION_AND", or: "CONJUNCTION_OR" }));
const OPERATORS = new Map(
  Object.entries({
    isnull: "OPERATOR_IS_NULL",
    isnotnull: "OPERATOR_IS_NOT_NULL",
    [COALESCE_OPERATOR]: "OPERATOR_COALESCE",
  }),
);
const SIGNS = new Map(
  Object.entries({
    plus: "+",
    minus: "-",
    negate: "-",
    multiply: "*",
    divide: "/",
    modulo: "%",
    like: "~~",
    ilike: "~~*",
    notlike: "!~~",
    notilike: "!~~*",
  }),
);
const CONSTRUCTORS = new Map(Object.entries({ tuple: "row", array: "list_value" }));
/** DuckDB has the list before the lambda. */
const OF_LAMBDAS = new Map(Object.entries({ arraymap: "list_transform", arrayfilter: "list_filter" }));

/** Turns functions of PostHog's dialect that are operators or constructors in SQL into those. */
export function translateCall(node: Node): void {
  const { children } = node;
  if (stringOf(node, "class") !== "FUNCTION" || !Array.isArray(children)) return;
  const other = translated(stringOf(node, "function_name").toLowerCase(), children);
  if (other) replaceNode(node, { ...other, alias: stringOf(node, "alias") });
}

function translated(name: string, children: Tree[]): Node | undefined {
  const [first = null, second = null] = children;
  const operator = OPERATORS.get(name);
  if (operator) return { ...operatorOf("OPERATOR", operator), children };
  const sign = SIGNS.get(name);
  if (sign) return { ...callOf(sign, children), is_operator: true };
  const constructed = CONSTRUCTORS.get(name);
  if (constructed) return { ...callOf(constructed, children), schema: "main" };
  if (children.length < 2) return;
  if (/^date_?trunc$/.test(name)) return callOf("start_of", children);
  const conjunction = CONJUNCTIONS.get(name);
  if (conjunction) return { ...operatorOf("CONJUNCTION", conjunction), children };
  const comparison = COMPARISONS.get(name);
  if (comparison) return { ...operatorOf("COMPARISON", comparison), left: first, right: second };
  const ofLambda = OF_LAMBDAS.get(name);
  if (ofLambda) return callOf(ofLambda, [second, first]);
  if (name === "in") return isIn(first, second);
  if (name === "notin") return { ...operatorOf("OPERATOR", "OPERATOR_NOT"), children: [isIn(first, second)] };
  return;
}

function isIn(value: Tree, set: Tree): Node {
  const isList = isNode(set) && /^(row|list_value)$/.test(stringOf(set, "function_name"));
  if (!isList || !Array.isArray(set.children)) return callOf("contains", [set, value]);
  return { ...operatorOf("OPERATOR", "COMPARE_IN"), children: [value, ...set.children] };
}
