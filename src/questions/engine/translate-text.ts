export const TOKENS =
  /\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|\$(\w*)\$[\s\S]*?\$\1\$|`[^`]*`|\{\s*(?:variables\.)?[A-Za-z_]\w*\s*\}|\$[A-Za-z_]\w*|[A-Za-z_]\w*|(?<![\w)\]"`])\.\d+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\?\?|[\s\S]/g;
export const COMMENT_OR_SPACE = /^(?:\s|--|\/\*)/;
const PLACEHOLDER = /^\{\s*(?:variables\.)?(\w+)\s*\}$/;
const WORD = /^[A-Za-z_]\w*$/;

/** Functions whose names DuckDB's grammar reserves, if they have several arguments. */
const RESERVED = new Set(["and", "or", "in", "extract", "position", "array"]);
/** Those that also stand between operands. */
const INFIX = new Set(["and", "or", "in"]);
const BEFORE_OPERANDS = new Set(
  "select distinct where prewhere and or when then else on having by qualify between like ilike as".split(" "),
);
/** Functions with arguments of their own before those of the rows: `quantile(0.9)(x)`. */
const PARAMETRIC = new Set(["quantile", "quantiles", "topk", "grouparray", "groupuniqarray"]);
/** Stands for `??`, in which DuckDB's grammar sees placeholders. */
export const COALESCE_OPERATOR = "<~~>";

/** Rewrites parts of PostHog's dialect that DuckDB's grammar refuses. Placeholders (`{name}`) become parameters. */
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

/** Keeps only the beginning of an open comment: DuckDB needs minutes for thousands within each other. */
function withoutComment(token: string): string {
  if (!token.startsWith("/*")) return token;
  return token.length >= 4 && token.endsWith("*/") ? " " : "/*";
}

const UNSUPPORTED = /\b(array\s+join|prewhere|with\s+fill|sample(?=\s+[\d.])|in\s+cohort|limit\s+\d+\s+by)\b/i;

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

function endsOperand(token: string): boolean {
  if (WORD.test(token)) return !BEFORE_OPERANDS.has(token.toLowerCase());
  return /^['"`$\d)\]]/.test(token) || PLACEHOLDER.test(token);
}

/** Finds where parentheses end, by the place where they open. */
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
