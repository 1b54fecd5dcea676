import type { components } from "../../generated/openapi.ts";
import { parseDate } from "../flags/define/dates.ts";
import { isPropertyMap, LargeNumber, type PropertyMap, parseExactly, propertyOf } from "../lib/json/json.ts";
import { problem } from "../lib/problem.ts";
import { type BoundedRegex, boundedRegex } from "./bounded-search.ts";

type Filter = components["schemas"]["QueryPropertyFilter"];
type Operator = NonNullable<Filter["operator"]>;
/** Compares the text of a property; null if the event does not have it. */
type Condition = (text: string | null, effort: Effort) => boolean;

/** Counts what conditions cost, because regular expressions take long for some texts. */
export interface Effort {
  steps: number;
}

/** Conditions on the properties of an event, which must all be met. */
export type PropertyConditions = (properties: PropertyMap, effort: Effort) => boolean;

const MAX_CONDITIONS = 20;
const MAX_VALUES = 1000;
const FIELDS = ["key", "type", "operator", "value", "label"];

/** Reads conditions from JSON. Throws `invalid_input`, with `attr` naming the part of `properties` that is wrong. */
export function parseConditions(json: string): PropertyConditions {
  const list = parseList(json);
  const conditions = list.map((item, index) => parseCondition(item, `properties__${index}`));
  return (properties, effort) =>
    conditions.every(({ key, isMet }) => isMet(comparedText(propertyOf(properties, key)), effort));
}

function parseList(json: string): readonly unknown[] {
  const list = parseIfJson(json);
  if (Array.isArray(list) && list.length <= MAX_CONDITIONS) return list;
  const detail = `properties is not a JSON list of up to ${MAX_CONDITIONS} conditions.`;
  throw problem("invalid_input", { attr: "properties", detail });
}

/** Returns undefined for text that is not JSON. */
function parseIfJson(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

function parseCondition(item: unknown, attr: string): { readonly key: string; readonly isMet: Condition } {
  const refuse = (field: string, detail: string): never => {
    throw problem("invalid_input", { attr: `${attr}__${field}`, detail: `${attr}__${field} ${detail}` });
  };
  if (!isPropertyMap(item)) throw problem("invalid_input", { attr, detail: `${attr} is not an object.` });
  const unknown = Object.keys(item).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) refuse(unknown, "is not allowed.");
  const { key, type = "event", operator = "exact", value = null } = item;
  if (typeof key !== "string") return refuse("key", "is not a text.");
  if (type !== "event") refuse("type", "is not event: only properties of events are compared here.");
  const compile = typeof operator === "string" ? OPERATORS.get(operator as Operator) : undefined;
  if (!compile) return refuse("operator", "is not known.");
  const values = Array.isArray(value) ? value : [value];
  if (values.length > MAX_VALUES) refuse("value", `has more than ${MAX_VALUES} values.`);
  if (values.some((one) => typeof one === "object" && one !== null))
    refuse("value", "is not a value or a list of them.");
  try {
    return { key, isMet: compile(values.map((one) => comparedText(one) ?? "null")) };
  } catch (error) {
    return refuse("value", error instanceof Error ? error.message : String(error));
  }
}

/** Returns the text that conditions compare; null if there is no value. */
function comparedText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (value instanceof LargeNumber) return value.text;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const OPERATORS: ReadonlyMap<Operator, (values: readonly string[]) => Condition> = new Map([
  ["exact", equalsAny],
  ["is_not", (values) => not(equalsAny(values))],
  ["icontains", containsAny],
  ["not_icontains", (values) => not(containsAny(values))],
  ["regex", matches],
  ["not_regex", (values) => not(matches(values))],
  ["gt", ordered((order) => order > 0)],
  ["gte", ordered((order) => order >= 0)],
  ["lt", ordered((order) => order < 0)],
  ["lte", ordered((order) => order <= 0)],
  ["is_set", () => (text) => text !== null],
  ["is_not_set", () => (text) => text === null],
  ["is_date_after", dated((order) => order > 0)],
  ["is_date_before", dated((order) => order < 0)],
]);

function not(condition: Condition): Condition {
  return (text, effort) => !condition(text, effort);
}

function equalsAny(values: readonly string[]): Condition {
  const texts = new Set(values);
  return (text) => text !== null && texts.has(text);
}

function containsAny(values: readonly string[]): Condition {
  const texts = values.map((value) => value.toLowerCase());
  return (text) => {
    const folded = text?.toLowerCase();
    return folded !== undefined && texts.some((value) => folded.includes(value));
  };
}

function matches([pattern = ""]: readonly string[]): Condition {
  const regex: BoundedRegex = boundedRegex(pattern);
  return (text, effort) => {
    if (text === null) return false;
    const { isMatch, steps } = regex(text);
    effort.steps += steps;
    return isMatch;
  };
}

function ordered(holds: (order: number) => boolean): (values: readonly string[]) => Condition {
  return ([value = ""]) => {
    const limit = Number(value);
    if (value.trim() === "" || Number.isNaN(limit)) throw new TypeError("is not a number.");
    return (text) => text !== null && text.trim() !== "" && holds(Number(text) - limit);
  };
}

function dated(holds: (order: number) => boolean): (values: readonly string[]) => Condition {
  return ([value = ""]) => {
    const limit = parseDate(value);
    if (limit === undefined) throw new TypeError("is not a date.");
    return (text) => {
      const date = text === null ? undefined : parseDate(text);
      return date !== undefined && holds(date - limit);
    };
  };
}
