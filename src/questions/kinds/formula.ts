import { invalidInput } from "../../lib/problem.ts";
import { NONE, OTHER } from "./breakdown.ts";
import { countOf, isTotal, type TrendsEntry, type TrendsQuery } from "./trends-results.ts";

/** Returns the value of a formula for the numbers of the series A, B…; null if it is too large, or no real number. */
export type Formula = (series: readonly number[]) => number | null;
type Term = (series: readonly number[]) => number;

const TOKEN = /\s*(?:(\d+(?:\.\d*)?|\.\d+)|([a-z]+)|(\*\*|[-+*/%()])|(\S))/iy;
const FIRST_LETTER = 65;

/** A division by zero is 0, as in PostHog. */
const OPERATIONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => (b === 0 ? 0 : a / b),
  // A remainder has the sign of the divisor.
  "%": (a, b) => (b === 0 ? 0 : a - b * Math.floor(a / b)),
  "**": (a, b) => (a === 0 && b < 0 ? 0 : a ** b),
};

/** Reads `A / B * 100` with the precedence of Python, which PostHog has. Throws `invalid_input` for the field. */
export function compileFormula(text: string, seriesCount: number, attr: string): Formula {
  const tokens = [...text.matchAll(new RegExp(TOKEN, "giy"))];
  let at = 0;
  const next = (...signs: readonly string[]) => {
    const sign = tokens[at]?.[3];
    if (sign === undefined || !signs.includes(sign)) return undefined;
    at += 1;
    return sign;
  };
  const refuse = (detail: string) => invalidInput(attr, detail);
  const chain = (part: () => Term, ...signs: readonly string[]) => {
    let left = part();
    for (let sign = next(...signs); sign !== undefined; sign = next(...signs)) {
      left = apply(sign, left, part());
    }
    return left;
  };
  const sum = (): Term => chain(product, "+", "-");
  const product = (): Term => chain(signed, "*", "/", "%");
  const signed = (): Term => {
    const sign = next("+", "-");
    return sign === undefined ? power() : apply(sign, () => 0, signed());
  };
  const power = (): Term => {
    const base = atom();
    return next("**") === undefined ? base : apply("**", base, signed());
  };
  const atom = (): Term => {
    if (next("(") !== undefined) {
      const inner = sum();
      if (next(")") === undefined) throw refuse("A bracket of the formula is not closed.");
      return inner;
    }
    const [, number, name] = tokens[at] ?? [];
    at += 1;
    if (number !== undefined) return () => Number(number);
    if (name === undefined) throw refuse("The formula is not complete, or has another sign than + - * / % ** ( ).");
    const index = name.length === 1 ? name.toUpperCase().charCodeAt(0) - FIRST_LETTER : seriesCount;
    if (index >= seriesCount) throw refuse(`The formula has ${name}: series are ${lettersOf(seriesCount)}.`);
    return (series) => series[index] ?? 0;
  };
  const whole = sum();
  if (at < tokens.length) throw refuse(`A formula does not go on with ${tokens[at]?.[0].trim()} there.`);
  return (series) => {
    const value = whole(series);
    return Number.isFinite(value) ? value : null;
  };
}

function apply(sign: string, left: Term, right: Term): Term {
  const operation = OPERATIONS[sign];
  return (series) => operation?.(left(series), right(series)) ?? 0;
}

const lettersOf = (count: number) =>
  Array.from({ length: count }, (_, index) => String.fromCharCode(FIRST_LETTER + index)).join(", ");

type NamedFormula = { readonly label: string; readonly compute: Formula };

/** Reads the formulas of a question. Throws `invalid_input` with the field of a wrong one. */
export function formulasOf({ series, trendsFilter = {} }: TrendsQuery): NamedFormula[] {
  const { formula, formulas, formulaNodes } = trendsFilter;
  const [nodes = [], ...others] = [
    (formulaNodes ?? []).map((node, index) => ({ ...node, field: `formulaNodes__${index}__formula` })),
    (formulas ?? []).map((text, index) => ({ formula: text, custom_name: null, field: `formulas__${index}` })),
    formula ? [{ formula, custom_name: null, field: "formula" }] : [],
  ].filter(({ length }) => length > 0);
  const attrOf = (field: string) => `query__trendsFilter__${field}`;
  const [other] = others.flat();
  if (other) throw invalidInput(attrOf(other.field), "Send formulas in one field only.");
  return nodes.map(({ formula: text, custom_name, field }) => ({
    label: custom_name || `Formula (${text})`,
    compute: compileFormula(text, series.length, attrOf(field)),
  }));
}

/** Returns the results of formulas in the place of those of series; of a breakdown the largest first. */
export function withFormulas(query: TrendsQuery, formulas: readonly NamedFormula[], entries: readonly TrendsEntry[]) {
  if (formulas.length === 0) return [...entries];
  const groups = new Map<string, (TrendsEntry | undefined)[]>();
  for (const entry of entries) {
    const key = JSON.stringify([entry.compare_label, entry.breakdown_value]);
    const group = groups.get(key) ?? query.series.map(() => undefined);
    group[entry.action.order] = entry;
    groups.set(key, group);
  }
  return formulas.flatMap(({ label, compute }, order) => {
    const results = [...groups.values()].flatMap((group) => {
      const like = group.find((entry) => entry !== undefined);
      if (like === undefined) return [];
      const numberOf = (read: (entry: TrendsEntry) => number | null | undefined) =>
        compute(group.map((entry) => (entry && read(entry)) ?? 0));
      const shown = { ...like, label, action: null, order };
      if (isTotal(query)) return { ...shown, aggregated_value: numberOf(({ aggregated_value }) => aggregated_value) };
      const data = like.days.map((_, index) => numberOf((entry) => entry.data[index]));
      return { ...shown, data, count: countOf(query, data) };
    });
    return results.toSorted((a, b) => placeOf(a) - placeOf(b) || sizeOf(b) - sizeOf(a));
  });
}

type Placed = Pick<TrendsEntry, "aggregated_value" | "data" | "breakdown_value" | "compare_label">;

/** Places the period asked for first, and in each what is no value of the breakdown last. */
function placeOf({ breakdown_value, compare_label }: Placed): number {
  const [value] = [breakdown_value].flat();
  return (compare_label === "previous" ? 3 : 0) + (value === OTHER ? 2 : value === NONE ? 1 : 0);
}

const sizeOf = ({ aggregated_value, data }: Placed) =>
  aggregated_value ?? data.reduce<number>((sum, value) => sum + (value ?? 0), 0);
