import { invalidValue } from "../../lib/problem.ts";
import { type Comparison, readCondition } from "../comparison.ts";
import { comparisonSql, escapeRegex } from "./comparison-sql.ts";
import type { ActionStep, FilterContext } from "./filter-context.ts";
import { filterSql, propertySql } from "./property-filters.ts";

/** Values in `$elements_chain`, which begins with the innermost element: `a.book:href="/x"text="Book";div:…`. */
const attributeValue = (name: string) => `[:"]${name}="((?:[^"\\\\]|\\\\.)*)"`;

/** Makes SQL of a step that compares the field. */
const FIELDS = {
  event: ({ event }: ActionStep, { parameters }: FilterContext) => `event = ${parameters.add(event ?? null)}`,
  url: (step: ActionStep, context: FilterContext) => {
    const text = propertySql("$current_url", "event", context);
    return comparisonSql(text, comparisonOf(step, "url"), context.parameters);
  },
  text: (step: ActionStep, context: FilterContext) => {
    const texts = `regexp_extract_all(${chain(context)}, ${context.parameters.add(attributeValue("text"))}, 1)`;
    const isMatch = comparisonSql(unescaped("v"), comparisonOf(step, "text"), context.parameters);
    return `coalesce(len(list_filter(${texts}, lambda v: ${isMatch})) > 0, false)`;
  },
  href: (step: ActionStep, context: FilterContext) => {
    const found = `regexp_extract(${chain(context)}, ${context.parameters.add(attributeValue("(?:attr__)?href"))}, 1)`;
    return comparisonSql(unescaped(found), comparisonOf(step, "href"), context.parameters);
  },
  selector: ({ selector }: ActionStep, context: FilterContext) => inChain(selectorPattern(selector ?? ""), context),
  tag_name: ({ tag_name }: ActionStep, context: FilterContext) => inChain(selectorPattern(tag_name ?? ""), context),
} as const;
const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

/** Returns SQL for events that meet one of the steps. */
export function stepsSql(steps: readonly ActionStep[], context: FilterContext): string {
  const alternatives = steps.map((step) => {
    const terms = NAMES.filter((name) => (name === "event" ? typeof step.event === "string" : step[name])).map((name) =>
      FIELDS[name](step, context),
    );
    const properties = filterSql(step.properties ?? [], context);
    return `(${[...terms, properties].filter((term) => term !== "true").join(" AND ") || "true"})`;
  });
  return alternatives.length === 0 ? "false" : `(${alternatives.join(" OR ")})`;
}

/** Throws `invalid_input` for texts that cannot be compared, with the field. */
export function checkSteps(steps: readonly ActionStep[]): void {
  for (const [index, step] of steps.entries()) {
    for (const name of ["url", "text", "href", "selector", "tag_name"] as const) {
      try {
        if (name === "selector" || name === "tag_name") selectorPattern(step[name] ?? "");
        else comparisonOf(step, name);
      } catch (error) {
        throw invalidValue(`steps__${index}__${name}`, error instanceof Error ? error.message : String(error));
      }
    }
  }
}

const chain = (context: FilterContext) => propertySql("$elements_chain", "event", context);
const unescaped = (text: string) => `replace(${text}, '\\"', '"')`;

function inChain(pattern: string, context: FilterContext): string {
  return comparisonSql(chain(context), { kind: "matches", pattern }, context.parameters);
}

/** How each text is compared if a step does not say it, and the flag of its pattern. */
const TEXTS = { url: ["contains", ""], text: ["exact", "i"], href: ["exact", "i"] } as const;

/** In `contains`, % stands for any text and _ for any character, as in PostHog. Throws `TypeError`. */
function comparisonOf(step: ActionStep, name: keyof typeof TEXTS): Comparison {
  const [usual, flag] = TEXTS[name];
  const value = step[name] ?? "";
  const matching = step[`${name}_matching`] ?? usual;
  if (matching === "regex") return readCondition("regex", value, 0).comparison;
  if (matching !== "contains") return { kind: "equal", texts: [value], numbers: [] };
  const pattern = `(?s${flag})${escapeRegex(value).replaceAll("%", ".*").replaceAll("_", ".")}`;
  return readCondition("regex", pattern, 0).comparison;
}

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
function selectorPattern(selector: string): string {
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
  const patterns = [...new Set(inOrder)].map((one) => one + ATTRIBUTES).join("");
  return `${before}(?:\\.[^;"]*)?:${ATTRIBUTES}${patterns}`;
}

/** Returns by what chains order an attribute, and its pattern. Ids are there as `attr_id` and `attr__id`. */
function attribute(name: string, value: string | undefined): readonly [string, string] {
  const isOwn = name.startsWith("nth-") || name === "text";
  const key = name === "id" ? "attr__?id" : isOwn ? escapeRegex(name) : `(?:attr__)?${escapeRegex(name)}`;
  const text = value === undefined ? ANY_VALUE : escapeRegex(value.replaceAll('"', '\\"'));
  if (name === "id") return ["attr_id", `${key}="${text}"`];
  return [isOwn || name === "href" ? name : `attr__${name}`, `${key}="${text}"`];
}
