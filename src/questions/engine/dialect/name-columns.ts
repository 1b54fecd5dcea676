import { isNode, type Node, stringOf, type Tree } from "../syntax-tree.ts";
import { COMMENT_OR_SPACE, TOKENS } from "./translate-text.ts";

const AFTER_LIST = new Set(
  "from where prewhere group having order limit offset union intersect except window qualify ;".split(" "),
);

/** Names what a client selects without a name as it is written, not as it is translated. */
export function nameColumns(statements: Tree, sql: string): void {
  const texts = selectedTexts(sql);
  const [statement] = Array.isArray(statements) ? statements : [];
  let query = isNode(statement) ? statement.node : undefined;
  while (isNode(query) && isNode(query.left)) query = query.left;
  const selected = isNode(query) && Array.isArray(query.select_list) ? query.select_list : [];
  if (selected.length !== texts.length) return;
  for (const [index, node] of selected.entries()) {
    if (isNode(node) && isUnnamed(node)) node.alias = texts[index] ?? "";
  }
}

function isUnnamed(node: Node): boolean {
  return stringOf(node, "alias") === "" && !/^(STAR|COLUMN_REF)$/.test(stringOf(node, "type"));
}

/** Returns the texts in the first SELECT's list, without comments; none if they cannot be told apart. */
export function selectedTexts(sql: string): string[] {
  const tokens = (sql.match(TOKENS) ?? []).map((token) => (COMMENT_OR_SPACE.test(token) ? " " : token));
  const texts: string[] = [];
  let [depth, text, previous, isInside] = [0, "", "", false];
  for (const token of tokens) {
    const word = token.toLowerCase();
    if (/^[)\]}]$/.test(token)) depth -= 1;
    if (depth === 0 && isInside && AFTER_LIST.has(word) && previous !== "distinct") break;
    if (depth === 0 && isInside && token === ",") {
      texts.push(text);
      text = "";
    } else if (isInside && !(text.trim() === "" && (word === "distinct" || word === "all"))) text += token;
    if (depth === 0 && word === "select") isInside = true;
    if (/^[([{]$/.test(token)) depth += 1;
    if (token !== " ") previous = word;
  }
  return [...texts, text].map((one) => one.replace(/ +/g, " ").trim()).filter((one) => one !== "");
}
