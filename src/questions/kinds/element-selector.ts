import { escapeRegex } from "./comparison-sql.ts";

/** An element of `$elements_chain` with its attributes; `;` outside of values ends it. */
const REST = '(?:[^;"]|"(?:[^"\\\\]|\\\\.)*")*';
/** Whole attributes, such as `href="/x"`. */
const ATTRIBUTES = '(?:[^;"]*"(?:[^"\\\\]|\\\\.)*")*';
const ANY_VALUE = '(?:[^"\\\\]|\\\\.)*';
const NAME = "[\\w-]+";
const PART = new RegExp(
  `#(${NAME})|\\.((?:[\\w-]|\\\\.|[^\\x00-\\x7f])+)` +
    `|\\[\\s*([\\w:-]+)\\s*(?:=\\s*(?:"([^"]*)"|'([^']*)'|(${NAME}))\\s*)?\\]` +
    "|:(nth-child|nth-of-type)\\((\\d+)\\)",
  "y",
);

/** Returns an RE2 pattern of the chains with an element that the CSS selector selects. Throws `TypeError`. */
export function selectorPattern(selector: string): string {
  const parts = splitSelector(selector.trim());
  const elements = parts.toReversed().map(({ text, isChild }, index, all) => {
    const join = index === all.length - 1 ? "" : isChild ? ";" : `;(?:${REST};)*`;
    return elementPattern(text) + join;
  });
  return `^(?:${REST};)*${elements.join("")}(?:;|$)`;
}

/** Splits at spaces and `>` that are in no brackets. `isChild`: of the part before it. */
function splitSelector(selector: string): { readonly text: string; readonly isChild: boolean }[] {
  const tokens = selector.match(/>|(?:\[[^\]]*\]|\\.|[^\s>[])+/g) ?? [];
  const parts = tokens.flatMap((text, index) => (text === ">" ? [] : [{ text, isChild: tokens[index - 1] === ">" }]));
  const isWrong = tokens.some((token, index) => token === ">" && (tokens[index - 1] ?? ">") === ">");
  if (isWrong || tokens.at(-1) === ">") throw new TypeError("has a > without elements on both sides.");
  return parts;
}

function elementPattern(part: string): string {
  const tag = /^(?:\*|[A-Za-z][\w-]*)?/.exec(part)?.[0] ?? "";
  const classes: string[] = [];
  const attributes: (readonly [name: string, pattern: string])[] = [];
  PART.lastIndex = tag.length;
  while (PART.lastIndex < part.length) {
    const found = PART.exec(part);
    if (!found) throw new TypeError(`has a part that is not supported: ${part}`);
    const [, id, className, name, double, single, bare, nth, number] = found;
    if (className !== undefined) classes.push(className.replace(/\\(.)/g, "$1"));
    else if (id !== undefined) attributes.push(attribute("id", id));
    else if (nth !== undefined) attributes.push(attribute(nth, number));
    else attributes.push(attribute(name ?? "", double ?? single ?? bare));
  }
  // Chains have classes and attributes in the order of their names.
  const ofClasses = classes.toSorted().map((name) => `\\.${escapeRegex(name)}`);
  const head = tag === "" || tag === "*" ? '[^;:."]*' : escapeRegex(tag.toLowerCase());
  const before = [head, ...ofClasses].join('(?:[.:][^;"]*)?');
  if (attributes.length === 0) return `${before}(?:[.:]${REST})?`;
  const inOrder = attributes.toSorted(([one], [other]) => one.localeCompare(other)).map(([, pattern]) => pattern);
  return `${before}(?:\\.[^;"]*)?:${[ATTRIBUTES, ...inOrder.flatMap((one) => [one, ATTRIBUTES])].join("")}`;
}

/** Returns by what chains order an attribute, and its pattern. Ids are there as `attr_id` and `attr__id`. */
function attribute(name: string, value: string | undefined): readonly [string, string] {
  const isOwn = name.startsWith("nth-") || name === "text";
  const key = name === "id" ? "attr__?id" : isOwn ? escapeRegex(name) : `(?:attr__)?${escapeRegex(name)}`;
  const text = value === undefined ? ANY_VALUE : escapeRegex(value);
  return [isOwn || name === "href" ? name : `attr__${name}`, `${key}="${text}"`];
}
