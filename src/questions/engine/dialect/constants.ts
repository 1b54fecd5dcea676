import { isNode, type Node, stringOf, type Tree } from "../syntax-tree.ts";

export const NUMERIC_TYPE = /^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$|^(DOUBLE|FLOAT|DECIMAL|BIGNUM)$/;

/** A number with all digits, `true` or `false`, or a text. */
export interface Constant {
  readonly kind: "number" | "boolean" | "text";
  readonly text: string;
}

export const typeName = (type: Node) =>
  (stringOf(type, "id") === "UNBOUND" && isNode(type.type_info)
    ? stringOf(type.type_info, "name")
    : stringOf(type, "id")
  ).toUpperCase();

export function constantOf(tree: Tree | undefined): Constant | undefined {
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
