import type { components } from "../../../generated/openapi.ts";
import type { EventStatement } from "./matching-events.ts";
import { propertySql } from "./property-filters.ts";

type BreakdownFilter = components["schemas"]["QueryBreakdown"];

interface Divided {
  readonly breakdownFilter?: BreakdownFilter | undefined;
}

export const OTHER = "$$_posthog_breakdown_other_$$";
export const NONE = "$$_posthog_breakdown_null_$$";
const SEPARATOR = "::";

function propertiesOf({ breakdownFilter = {} }: Divided) {
  const { breakdown, breakdown_type, breakdown_group_type_index, breakdowns = [] } = breakdownFilter;
  if (typeof breakdown !== "string") return breakdowns;
  return [{ property: breakdown, type: breakdown_type, group_type_index: breakdown_group_type_index }];
}

export function isDivided(query: Divided): boolean {
  return propertiesOf(query).length > 0;
}

/** Returns SQL for an event's value: one property's text or null, or the JSON of several; null without any. */
export function breakdownSql(query: Divided, statement: EventStatement): string | null {
  const texts = propertiesOf(query).map(({ property, type = "event", group_type_index }) => {
    return propertySql(property, type, statement, group_type_index ?? 0);
  });
  if (texts.length < 2) return texts[0] ?? null;
  return `CAST(to_json([${texts.map((text) => `coalesce(${text}, '${NONE}')`).join(", ")}]) AS VARCHAR)`;
}

/** Returns the property values that a value of the SQL stands for. */
export function valuesOf(query: Divided, value: string): readonly string[] {
  const properties = propertiesOf(query);
  if (properties.length < 2) return [value];
  return value === OTHER || value === NONE ? properties.map(() => value) : JSON.parse(value);
}

/** Returns the SQL's value for what a client sends. */
export function valueOfSql(query: Divided, sent: string | readonly string[]): string {
  const values = [sent].flat();
  return propertiesOf(query).length < 2 || values[0] === OTHER ? (values[0] ?? "") : JSON.stringify(values);
}

/** Returns the breakdown of a result: a text, or a list if properties were sent as one. */
export function shownBreakdown(query: Divided, value: string) {
  const values = valuesOf(query, value);
  const isList = typeof query.breakdownFilter?.breakdown !== "string";
  return { label: values.join(SEPARATOR), breakdown_value: isList ? values : value };
}
