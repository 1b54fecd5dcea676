/** Texts, quoted names, comments, numbers, words, and signs. */
export const TOKENS =
  /\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|\$(\w*)\$[\s\S]*?\$\1\$|`[^`]*`|\{\s*(?:variables\.)?[A-Za-z_]\w*\s*\}|\$[A-Za-z_]\w*|[A-Za-z_]\w*|(?<![\w)\]"`])\.\d+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\?\?|[\s\S]/g;
export const COMMENT_OR_SPACE = /^(?:\s|--|\/\*)/;
const PLACEHOLDER = /^\{\s*(?:variables\.)?(\w+)\s*\}$/;
const WORD = /^[A-Za-z_]\w*$/;

/** Names of functions that DuckDB's grammar keeps for itself, if they have several arguments. */
const RESERVED = new Set(["and", "or", "in", "extract", "position", "array"]);
/** Of these, those that stand between operands, too. */
const INFIX = new Set(["and", "or", "in"]);
/** Words after which an operand begins. */
const BEFORE_OPERANDS = new Set(
  "select distinct where prewhere and or when then else on having by qualify between like ilike as".split(" "),
);
/** Functions with arguments of their own before those of the rows: `quantile(0.9)(x)`. */
const PARAMETRIC = new Set(["quantile", "quantiles", "topk", "grouparray", "groupuniqarray"]);
/** Stands for `??`, in which DuckDB's grammar sees placeholders. */
export const COALESCE_OPERATOR = "<~~>";

/**
 * Rewrites what DuckDB's grammar does not take of PostHog's dialect: names with `$` and in backticks, placeholders
 * (`{name}`), which become parameters, functions with reserved names, `quantile(0.9)(x)`, `row.1`, and `??`.
 */
export function translateText(sql: string): string {
  const output = (sql.match(TOKENS) ?? []).map(withoutComment);
  const places = output.flatMap((token, index) => (COMMENT_OR_SPACE.test(token) ? [] : [index]));
  const tokens = places.map((index) => output[index] ?? "");
  const pairs = pairsOf(tokens);
  const write = (place: number, text: string) => {
    output[places[place] ?? 0] = text;
  };
  for (const [place, token] of tokens.entries()) {
    const word = token.toLowerCase();
    const [previous = "", next = ""] = [tokens[place - 1], tokens[place + 1]];
    const pair = pairs.get(place + 1);
    write(place, quoted(token));
    if (token === "??") write(place, COALESCE_OPERATOR);
    else if (token === "." && /^\d+$/.test(next) && endsOperand(previous)) {
      write(place, "[");
      tokens[place + 1] = `${next}]`;
    } else if (pair === undefined || previous === ".") continue;
    else if (word === "any" && !/^[=<>!]$/.test(previous)) write(place, '"any"');
    else if (PARAMETRIC.has(word) && tokens[pair.end + 1] === "(") {
      write(place, `parametric_${word}`);
      tokens[pair.end] = ",";
      tokens[pair.end + 1] = "";
    } else if (RESERVED.has(word) && pair.hasComma && !(INFIX.has(word) && endsOperand(previous))) {
      write(place, `"${word}"`);
    }
  }
  return output.join("");
}

/** DuckDB needs minutes for thousands of comments within each other, so it sees only the beginning of an open one. */
function withoutComment(token: string): string {
  if (!token.startsWith("/*")) return token;
  return token.length >= 4 && token.endsWith("*/") ? " " : "/*";
}

/** Clauses of PostHog's dialect that there are not here. */
const UNSUPPORTED = /\b(array\s+join|prewhere|with\s+fill|sample(?=\s+[\d.])|in\s+cohort|limit\s+\d+\s+by)\b/i;

/** Returns what to say of SQL that cannot be parsed, if it has such a clause. */
export function unsupportedSyntax(sql: string): string | undefined {
  const clause = UNSUPPORTED.exec(sql)?.[1];
  return clause && `${clause.replace(/\s+/g, " ").toUpperCase()} is not supported.`;
}

function quoted(token: string): string {
  const [, placeholder] = PLACEHOLDER.exec(token) ?? [];
  if (placeholder !== undefined) return `$${placeholder}`;
  if (token.startsWith("`") && token.length > 1) return `"${token.slice(1, -1).replaceAll('"', '""')}"`;
  return /^\$[A-Za-z_]\w*$/.test(token) ? `"${token}"` : token;
}

/** Returns whether an operator, not an operand, comes after the token. */
function endsOperand(token: string): boolean {
  if (WORD.test(token)) return !BEFORE_OPERANDS.has(token.toLowerCase());
  return /^['"`$\d)\]]/.test(token) || PLACEHOLDER.test(token);
}

/** Returns, for each place where parentheses open, where they end and whether a comma divides what is in them. */
function pairsOf(tokens: readonly string[]) {
  const pairs = new Map<number, { end: number; hasComma: boolean }>();
  const open: { end: number; hasComma: boolean }[] = [];
  for (const [place, token] of tokens.entries()) {
    if (token === "(" || token === "[") {
      const pair = { end: tokens.length, hasComma: false };
      pairs.set(place, pair);
      open.push(pair);
    } else if (token === ")" || token === "]") {
      const pair = open.pop();
      if (pair) pair.end = place;
    } else if (token === ",") {
      const pair = open.at(-1);
      if (pair) pair.hasComma = true;
    }
  }
  return pairs;
}
