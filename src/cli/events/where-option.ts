import type { components } from "../../../generated/openapi.ts";
import { UsageError } from "../cli-context.ts";

type Filter = components["schemas"]["QueryPropertyFilter"];
type Operator = NonNullable<Filter["operator"]>;

const OPERATORS: Readonly<Record<string, Operator>> = {
  "=": "exact",
  "!=": "is_not",
  "~": "icontains",
  "!~": "not_icontains",
  ">": "gt",
  ">=": "gte",
  "<": "lt",
  "<=": "lte",
};
const COMPARISON = /^(\S.*?) (!=|!~|>=|<=|[=~<>]) (.*)$/s;
const PRESENCE = /^(\S.*?) is (not )?set$/s;
const NUMERIC: ReadonlySet<Operator> = new Set(["gt", "gte", "lt", "lte"]);

export const WHERE_OPTION = [
  "--where <condition>",
  "only events that meet a condition, such as 'plan = pro'; repeat it for several",
  (condition: string, others: readonly string[]) => [...others, condition],
  [] as readonly string[],
] as const;

export const WHERE_HELP = `
Conditions:
  'plan = pro'              a property of the event; != if it is another, or absent
  'person.email ~ @x.org'   a property of its person that has a text in it; !~ if not
  'price >= 10'             a number; also >, < and <=
  'coupon is set'           or 'is not set'
Spaces are around the operator, and the value is all that follows.`;

/** Returns the conditions that events meet. Throws `UsageError` for an invalid one. */
export function readConditions(conditions: readonly string[]): { readonly properties?: Filter[] } {
  return conditions.length === 0 ? {} : { properties: conditions.map(readCondition) };
}

function readCondition(text: string): Filter {
  const [, present, not] = PRESENCE.exec(text) ?? [];
  if (present !== undefined) return { ...ownerOf(present), operator: not ? "is_not_set" : "is_set" };
  const [, name, symbol = "", value = ""] = COMPARISON.exec(text) ?? [];
  const operator = OPERATORS[symbol];
  if (name === undefined || operator === undefined) {
    throw new UsageError(`--where '${text}' is no condition: write 'plan = pro', with spaces around the operator.`);
  }
  if (!NUMERIC.has(operator)) return { ...ownerOf(name), operator, value };
  const number = Number(value);
  if (value.trim() === "" || Number.isNaN(number)) throw new UsageError(`--where '${text}' needs a number.`);
  return { ...ownerOf(name), operator, value: number };
}

/** Returns whose property it is, of events or of their persons, and its name. */
export function ownerOf(name: string): { readonly key: string; readonly type: "event" | "person" } {
  const ofPerson = /^person\.(.+)$/s.exec(name)?.[1];
  return ofPerson === undefined ? { key: name, type: "event" } : { key: ofPerson, type: "person" };
}
