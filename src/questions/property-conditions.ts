import { dateOfProperty } from "../flags/define/dates.ts";
import { exactNumber } from "../lib/json/exact-number.ts";
import { isPropertyMap, type PropertyMap, parseExactly, propertyOf } from "../lib/json/json.ts";
import { invalidInput, invalidValue } from "../lib/problem.ts";
import type { Millis } from "../store/ports/common.ts";
import {
  boundedRegex,
  type Comparison,
  type Condition,
  isOperator,
  readCondition,
  type Sign,
  textOf,
} from "./comparison.ts";

type Test = (text: string, effort: Effort) => boolean;

/** Counts the cost of conditions, because regular expressions take long for some texts. */
export interface Effort {
  steps: number;
}

/** Conditions that an event's properties must all meet. */
export type PropertyConditions = (properties: PropertyMap, effort: Effort) => boolean;

interface KeyedCondition extends Condition {
  readonly key: string;
}

const MAX_CONDITIONS = 20;
const FIELDS = ["key", "type", "operator", "value", "label"];

/** Throws `invalid_input` with `attr`. Runs in JavaScript: the question engine is optional, and gets events later. */
export function parseConditions(json: string, now: Millis): PropertyConditions {
  const conditions = readConditions(json, "event", now).map((each) => ({ ...each, test: testOf(each.comparison) }));
  return (properties, effort) =>
    conditions.every(({ key, test, isOpposite }) => {
      const value = propertyOf(properties, key) ?? null;
      return (value !== null && test(textOf(value), effort)) !== isOpposite;
    });
}

/** Reads a list of conditions on properties of an event or a person. Throws `invalid_input` with `attr`. */
export function readConditions(json: string, owner: "event" | "person", now: Millis): KeyedCondition[] {
  return parseList(json).map((item, index) => readItem(item, `properties__${index}`, owner, now));
}

function parseList(json: string): readonly unknown[] {
  const list = parseIfJson(json);
  if (Array.isArray(list) && list.length <= MAX_CONDITIONS) return list;
  throw invalidInput("properties", `properties is not a JSON list of up to ${MAX_CONDITIONS} conditions.`);
}

export function parseIfJson(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

function readItem(item: unknown, attr: string, owner: "event" | "person", now: Millis): KeyedCondition {
  const refuse = (field: string, detail: string): never => {
    throw invalidValue(`${attr}__${field}`, detail);
  };
  if (!isPropertyMap(item)) throw invalidValue(attr, "is not an object.");
  const unknown = Object.keys(item).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) refuse(unknown, "is not allowed.");
  const { key, type = owner, operator = "exact", value } = item;
  if (typeof key !== "string") return refuse("key", "is not a text.");
  if (type !== owner) refuse("type", `is not ${owner}: only properties of ${owner}s are compared here.`);
  if (!isOperator(operator)) return refuse("operator", "is not known.");
  try {
    return { key, ...readCondition(operator, value, now) };
  } catch (error) {
    return refuse("value", error instanceof Error ? error.message : String(error));
  }
}

const HOLDS: Readonly<Record<Sign, <T extends number | bigint>(a: T, b: T) => boolean>> = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "=": (a, b) => a === b,
};

function testOf(comparison: Comparison): Test {
  switch (comparison.kind) {
    case "set":
      return () => true;
    case "equal": {
      const texts = new Set(comparison.texts);
      return (text) => texts.has(text) || comparison.numbers.some((number) => exactNumber(text) === number);
    }
    case "contains":
      return (text) => {
        const folded = text.toLowerCase();
        return comparison.parts.some((part) => folded.includes(part));
      };
    case "matches": {
      const regex = boundedRegex(comparison.pattern);
      return (text, effort) => {
        const { isMatch, steps } = regex(text);
        effort.steps += steps;
        return isMatch;
      };
    }
    case "ordered":
      return (text) => {
        const number = exactNumber(text);
        return number !== undefined && HOLDS[comparison.sign](number, comparison.limit);
      };
    case "dated":
      return (text) => {
        const time = dateOfProperty(text);
        return time !== undefined && HOLDS[comparison.sign](time, comparison.time);
      };
  }
}
