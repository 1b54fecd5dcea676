import { exactNumber, numberText } from "../../lib/json/exact-number.ts";
import { isProperty } from "./order-properties.ts";
import {
  callOf,
  castOf,
  isNode,
  type Node,
  operatorOf,
  replaceNode,
  stringOf,
  type Tree,
  textConstant,
} from "./syntax-tree.ts";

const ARITHMETIC = new Set(["+", "-", "*", "/", "//", "%", "**", "^"]);
const SUMS = new Set(
  `sum avg mean median quantile_cont quantile stddev sumif avgif medianif corr parametric_quantile parametric_quantiles
  stddevpop stddevsamp varpop varsamp stddev_pop stddev_samp var_pop var_samp variance round floor ceil ceiling abs fsum
  favg product`.split(/\s+/),
);
const TIME_FUNCTIONS = new Set(["datediff", "date_diff"]);
/** What DuckDB's parser makes of `INTERVAL 30 DAY`. */
const INTERVAL = /^to_(years|months|weeks|days|hours|minutes|seconds|milliseconds|microseconds)$/;
/** Functions whose first argument is a condition. */
const OF_CONDITIONS = new Set(["count_if", "countif", "bool_or", "bool_and"]);
/** Columns and functions with texts that compare as they are. */
const TEXT_COLUMNS = new Set(["event", "distinct_id", "key", "type", "session_id"]);
const TEXT_FUNCTIONS = new Set("lower upper trim concat || tostring substring replace format".split(" "));

/** Compares as docs/comparisons.md says. What cannot be read as the type beside it is null, and fails no question. */
export function compareProperties(node: Node): void {
  const kind = stringOf(node, "class");
  if (kind === "COMPARISON") compare(node);
  else if (kind === "BETWEEN") compareRange(node);
  else if (/^COMPARE_(NOT_)?IN$/.test(stringOf(node, "type")) && Array.isArray(node.children))
    compareList(node, node.children);
  else if (kind === "CAST" && isProperty(node.child)) castProperty(node, node.child);
  else if (kind === "CONJUNCTION" || stringOf(node, "type") === "OPERATOR_NOT") useConditions(node.children);
  else if (kind === "FUNCTION" || kind === "WINDOW" || stringOf(node, "type") === "OPERATOR_COALESCE")
    useArguments(node);
  for (const field of ["where_clause", "having", "qualify", "when_expr", "filter", "condition"]) {
    if (isProperty(node[field])) node[field] = isTrue(node[field]);
  }
}

function compare(node: Node): void {
  const [left, right] = [node.left ?? null, node.right ?? null];
  if (isProperty(left) === isProperty(right)) return;
  const [property, other] = (isProperty(left) ? [left, right] : [right, left]) as [Node, Tree];
  const put = (first: Tree, second: Tree) => {
    [node.left, node.right] = isProperty(left) ? [first, second] : [second, first];
  };
  const type = stringOf(node, "type");
  const isEquality = type === "COMPARE_EQUAL" || type === "COMPARE_NOTEQUAL";
  const constant = constantOf(other);
  if (constant === undefined) {
    if (!isText(other)) put(callOf("property_key", [property, other]), callOf("value_key", [other]));
  } else if (constant.kind === "boolean") {
    put(property, textConstant(constant.text));
  } else if (isEquality) {
    if (constant.kind === "text" && textsOf(constant.text).length === 1) return;
    const equals = equalsAny(property, [constant]);
    replaceNode(node, type === "COMPARE_EQUAL" ? equals : not(equals));
  } else if (constant.kind === "number") {
    if (isLong(constant.text))
      put(callOf("number_key", [property]), callOf("number_key", [textConstant(constant.text)]));
    else put(numberOf(property), other);
  }
}

function compareRange(node: Node): void {
  const { input = null, lower = null, upper = null } = node;
  const operands = [input, lower, upper];
  if (!operands.some(isProperty) || operands.every((each) => isProperty(each) || isText(each))) return;
  const numbers = [lower, upper].map(constantOf);
  if (isProperty(input) && numbers.every((each) => each?.kind === "number" && !isLong(each.text))) {
    node.input = numberOf(input);
    return;
  }
  const bounds = [
    comparisonOf("COMPARE_GREATERTHANOREQUALTO", input, lower),
    comparisonOf("COMPARE_LESSTHANOREQUALTO", input, upper),
  ];
  replaceNode(node, { ...operatorOf("CONJUNCTION", "CONJUNCTION_AND"), children: bounds });
}

function compareList(node: Node, [value = null, ...items]: readonly Tree[]): void {
  const isOpposite = stringOf(node, "type") === "COMPARE_NOT_IN";
  if (!isProperty(value)) {
    if (!items.some(isProperty)) return;
  } else if (
    items.every((item) => constantOf(item)?.kind === "text" && textsOf(constantOf(item)?.text ?? "").length === 1)
  ) {
    return;
  }
  const constants = items.map(constantOf);
  const known = constants.filter((each) => each !== undefined);
  const isOne = isProperty(value) && known.length === items.length;
  const parts = items.map((item) => comparisonOf("COMPARE_EQUAL", value, item));
  const any = isOne ? equalsAny(value, known) : { ...operatorOf("CONJUNCTION", "CONJUNCTION_OR"), children: parts };
  replaceNode(node, isOpposite ? not(any) : any);
}

function equalsAny(property: Node, constants: readonly Constant[]): Node {
  const texts = constants.flatMap(({ kind, text }) =>
    kind === "number" ? [textsOf(text).at(-1) ?? text] : textsOf(text),
  );
  const numbers = constants.filter(({ kind, text }) => kind === "number" && !isLong(text)).map(({ text }) => text);
  return callOf("property_equals", [property, listOf(texts), listOf(numbers)]);
}

/** Returns the text, and the usual text of the number that it means. */
function textsOf(text: string): string[] {
  const number = exactNumber(text);
  return number === undefined ? [text] : [...new Set([text, numberText(number)])];
}

const isLong = (text: string) => !(Math.abs(Number(text)) < Number.MAX_SAFE_INTEGER);

function comparisonOf(type: string, left: Tree, right: Tree): Node {
  const node = { ...operatorOf("COMPARISON", type), left: structuredClone(left), right: structuredClone(right) };
  compare(node);
  return node;
}

const listOf = (texts: readonly string[]) => ({
  ...castOf(callOf("list_value", texts.map(textConstant)), "LIST"),
  cast_type: TEXTS,
});
const TEXTS: Node = {
  id: "LIST",
  type_info: {
    type: "LIST_TYPE_INFO",
    alias: "",
    extension_info: null,
    child_type: { id: "VARCHAR", type_info: null },
  },
};

const not = (child: Node): Node => ({ ...operatorOf("OPERATOR", "OPERATOR_NOT"), children: [child] });
const isTrue = (child: Tree | undefined): Node => comparisonOf("COMPARE_EQUAL", child ?? null, textConstant("true"));

function useConditions(children: Tree | undefined): void {
  if (!Array.isArray(children)) return;
  for (const [index, child] of children.entries()) if (isProperty(child)) children[index] = isTrue(child);
}

function castProperty(node: Node, child: Node): void {
  node.try_cast = true;
  const type = isNode(node.cast_type) ? typeName(node.cast_type) : "";
  if (NUMERIC_TYPE.test(type)) node.child = callOf("numeric_text", [child]);
}

function useArguments(node: Node): void {
  const { children } = node;
  if (!Array.isArray(children)) return;
  const name = stringOf(node, "function_name").toLowerCase();
  const isOperator = node.is_operator === true;
  if (name === "/" && isOperator) children[1] = orNull(children[1] ?? null);
  if (!children.some(isProperty)) return;
  const isLast = name.endsWith("if") && name !== "nullif";
  const condition = OF_CONDITIONS.has(name) ? 0 : isLast ? children.length - 1 : -1;
  if (isProperty(children[condition])) children[condition] = isTrue(children[condition]);
  const isOfTimes = TIME_FUNCTIONS.has(name) || children.some(isInterval);
  const isOfNumbers = children.some((child) => constantOf(child)?.kind === "number");
  const isChoice = stringOf(node, "type") === "OPERATOR_COALESCE" || /^(greatest|least|ifnull|nullif)$/.test(name);
  const isSum = (isOperator && ARITHMETIC.has(name)) || SUMS.has(name) || (isChoice && isOfNumbers);
  if (isOfTimes) useAs(children, (property) => callOf("property_timestamp", [property]));
  else if (isSum) useAs(children, numberOf);
}

function useAs(children: Tree[], read: (property: Node) => Node): void {
  for (const [index, child] of children.entries()) if (isProperty(child)) children[index] = read(child);
}

function numberOf(property: Node): Node {
  const isRead = stringOf(property, "function_name") === "property_text";
  return callOf("property_number", [isRead ? { ...property, function_name: "json_text" } : property]);
}

/** Makes a division by zero null. */
function orNull(divisor: Tree): Tree {
  const constant = constantOf(divisor);
  if (constant?.kind === "number" && Number(constant.text) !== 0) return divisor;
  return callOf("nullif", [
    divisor,
    { ...textConstant(""), value: { type: { id: "INTEGER", type_info: null }, is_null: false, value: 0 } },
  ]);
}

function isInterval(tree: Tree): boolean {
  return isNode(tree) && INTERVAL.test(stringOf(tree, "function_name"));
}

function isText(tree: Tree): boolean {
  if (!isNode(tree)) return false;
  if (constantOf(tree)?.kind === "text") return true;
  const names = tree.column_names;
  if (Array.isArray(names)) return TEXT_COLUMNS.has(String(names.at(-1))) || /^p_/.test(String(names.at(-1)));
  if (stringOf(tree, "class") === "CAST") return isNode(tree.cast_type) && typeName(tree.cast_type) === "VARCHAR";
  return TEXT_FUNCTIONS.has(stringOf(tree, "function_name").toLowerCase());
}

const NUMERIC_TYPE = /^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$|^(DOUBLE|FLOAT|DECIMAL|BIGNUM)$/;

/** A number with all digits, `true` or `false`, or a text. */
type Constant = { readonly kind: "number" | "boolean" | "text"; readonly text: string };

const typeName = (type: Node) =>
  (stringOf(type, "id") === "UNBOUND" && isNode(type.type_info)
    ? stringOf(type.type_info, "name")
    : stringOf(type, "id")
  ).toUpperCase();

function constantOf(tree: Tree | undefined): Constant | undefined {
  if (!isNode(tree)) return undefined;
  if (stringOf(tree, "class") === "CAST" && isNode(tree.cast_type) && typeName(tree.cast_type) === "BOOLEAN") {
    const text = constantOf(tree.child)?.text;
    return text === "t" || text === "f" ? { kind: "boolean", text: String(text === "t") } : undefined;
  }
  if (stringOf(tree, "function_name") === "-" && Array.isArray(tree.children) && tree.children.length === 1) {
    const negated = constantOf(tree.children[0]);
    return negated?.kind === "number" ? { kind: "number", text: `-${negated.text}` } : undefined;
  }
  const { value } = tree;
  if (stringOf(tree, "class") !== "CONSTANT" || !isNode(value) || !isNode(value.type) || value.is_null === true)
    return undefined;
  const id = stringOf(value.type, "id");
  if (id === "VARCHAR") return { kind: "text", text: String(value.value) };
  if (!NUMERIC_TYPE.test(id)) return undefined;
  return { kind: "number", text: numberOfConstant(id, value) };
}

/** Decimals are whole numbers with a scale, huge ones have two halves. */
function numberOfConstant(id: string, { value, type }: Node): string {
  if (id === "DECIMAL" && isNode(type) && isNode(type.type_info)) {
    const scale = Number(type.type_info.scale);
    const digits = wholeText(value)
      .replace("-", "")
      .padStart(scale + 1, "0");
    const sign = wholeText(value).startsWith("-") ? "-" : "";
    return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  }
  return wholeText(value);
}

function wholeText(value: Tree | undefined): string {
  if (isNode(value))
    return String((BigInt(wholeText(value.upper)) << 64n) + BigInt.asUintN(64, BigInt(wholeText(value.lower))));
  return String(value).replace(/^#|#$/g, "");
}
