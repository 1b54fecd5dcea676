import { problem } from "../../lib/problem.ts";

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
  const refuse = (detail: string) => problem("invalid_input", { attr, detail });
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
