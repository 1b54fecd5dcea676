import { isNode, type Node, replaceNode, stringOf, type Tree } from "../syntax-tree.ts";

const TESTS: Readonly<Record<string, string>> = {
  COMPARE_EQUAL: "OPERATOR_IS_NULL",
  COMPARE_NOTEQUAL: "OPERATOR_IS_NOT_NULL",
};

/** Reads `= null` and `!= null` as PostHog does: whether there is a value. */
export function compareNulls(node: Node): void {
  const type = TESTS[stringOf(node, "type")];
  if (type === undefined || !(isNull(node.left) || isNull(node.right))) return;
  const child = (isNull(node.right) ? node.left : node.right) ?? null;
  replaceNode(node, { class: "OPERATOR", type, alias: stringOf(node, "alias"), query_location: 0, children: [child] });
}

function isNull(tree: Tree | undefined): boolean {
  return isNode(tree) && stringOf(tree, "class") === "CONSTANT" && isNode(tree.value) && tree.value.is_null === true;
}
