import { numberText } from "../../lib/json/exact-number.ts";
import type { Comparison } from "../comparison.ts";
import type { Parameters } from "./statement.ts";

export function pointerTo(name: string): string {
  return `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Returns a condition of SQL that is never null. */
export function comparisonSql(text: string, comparison: Comparison, parameters: Parameters): string {
  switch (comparison.kind) {
    case "set":
      return `(${text} IS NOT NULL)`;
    case "equal": {
      const texts = parameters.add(comparison.texts);
      const numbers = comparison.numbers.map(String);
      return numbers.length === 0
        ? `coalesce(list_contains(${texts}, ${text}), false)`
        : `coalesce(property_equals(${text}, ${texts}, ${parameters.add(numbers)}), false)`;
    }
    case "contains": {
      const [part = "", ...others] = comparison.parts;
      const any = comparison.parts.map(escapeRegex).join("|");
      return others.length === 0
        ? `coalesce(contains(lower(${text}), ${parameters.add(part)}), false)`
        : `coalesce(regexp_matches(lower(${text}), ${parameters.add(any)}), false)`;
    }
    case "matches":
      return `coalesce(regexp_matches(${text}, ${parameters.add(comparison.pattern)}), false)`;
    case "ordered": {
      const { sign, limit } = comparison;
      return Math.abs(Number(limit)) < Number.MAX_SAFE_INTEGER
        ? `coalesce(property_number(${text}) ${sign} ${parameters.add(Number(limit))}, false)`
        : `coalesce(number_key(${text}) ${sign} number_key(${parameters.add(numberText(limit))}), false)`;
    }
    case "dated":
      return `coalesce(property_time(${text}) ${comparison.sign} ${parameters.add(comparison.time)}, false)`;
  }
}

export const escapeRegex = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
