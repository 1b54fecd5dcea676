import type { Schemas } from "../../../generated/openapi.ts";
import { invalid } from "./date-range.ts";
import type { CohortDefinition } from "./filter-context.ts";
import type { EventStatement } from "./matching-events.ts";
import { isMemberSql, propertySql } from "./property-filters.ts";

type BreakdownFilter = Schemas["QueryBreakdown"] & {
  readonly [cohort: `cohort ${number}`]: CohortDefinition;
};

type Divided = { readonly breakdownFilter?: BreakdownFilter | undefined };

export const OTHER = "$$_posthog_breakdown_other_$$";
export const NONE = "$$_posthog_breakdown_null_$$";
const SEPARATOR = "::";

/** Returns the cohorts by which the results are divided; undefined if by something else. `all` has no definition. */
function cohortsOf({ breakdownFilter }: Divided) {
  const { breakdown, breakdown_type, ...rest } = breakdownFilter ?? {};
  if (breakdown_type !== "cohort") return undefined;
  return [breakdown ?? []].flat().map((id) => ({ id, cohort: rest[`cohort ${Number(id)}`] }));
}

/** Returns whether an event may have several values, of which each has paths of its own. */
export const hasSeveralValues = (query: Divided): boolean => cohortsOf(query) !== undefined;

/** Returns the condition of events whose person is in the cohort that a value of the SQL names. */
export function isInCohort(query: Divided, statement: EventStatement, value: string): string {
  const found = cohortsOf(query)?.find(({ id }) => String(id) === value);
  return found?.cohort ? isMemberSql(found.cohort, statement) : String(found !== undefined);
}

function propertiesOf({ breakdownFilter = {} }: Divided) {
  const { breakdown, breakdown_type, breakdown_group_type_index, breakdowns = [] } = breakdownFilter;
  if (typeof breakdown !== "string" || breakdown_type === "cohort") return breakdowns;
  return [{ property: breakdown, type: breakdown_type, group_type_index: breakdown_group_type_index }];
}

/** Returns how many ranges a breakdown by numbers has; undefined if it is not by ranges. */
export function binsOf({ breakdownFilter }: Divided): number | undefined {
  return breakdownFilter?.breakdown_histogram_bin_count ?? undefined;
}

/** Throws `invalid_input` if the numbers of a breakdown cannot be divided into ranges. */
export function checkBins(query: Divided, canHaveBins: boolean): void {
  if (binsOf(query) === undefined || (canHaveBins && typeof query.breakdownFilter?.breakdown === "string")) return;
  const detail = "Ranges are only those of one breakdown of trends without formulas.";
  throw invalid("breakdownFilter__breakdown_histogram_bin_count", detail);
}

/**
 * Returns expressions that make `selected` of rows with a `number`: with its range as their breakdown. Ranges begin at
 * quantiles; the last one has the largest number, too.
 */
export function rangesSql(rows: string, bins: number): string {
  const shares = Array.from({ length: bins + 1 }, (_, index) => index / bins).join(", ");
  return `numbered AS (${rows}),
    edges AS (SELECT DISTINCT floor(edge * 100) / 100 AS low
      FROM (SELECT unnest(quantile_cont(number, [${shares}])) AS edge FROM numbered)),
    sorted AS (SELECT low, lead(low) OVER (ORDER BY low) AS high, row_number() OVER (ORDER BY low DESC) AS back,
        count(*) OVER () AS total FROM edges),
    ranges AS (SELECT low, CASE WHEN back > 2 THEN high ELSE greatest(coalesce(high, low) + 0.01, beyond) END AS high
      FROM sorted, (SELECT nextafter(max(number), 'Infinity'::DOUBLE) AS beyond FROM numbered)
      WHERE back > 1 OR total = 1),
    selected AS (SELECT numbered.* EXCLUDE (number),
        CASE WHEN low IS NULL THEN '${NONE}' ELSE '[' || low || ',' || high || ']' END AS breakdown
      FROM numbered LEFT JOIN ranges ON number >= low AND number < high)`;
}

/** Returns where the range begins and ends that a breakdown value names; null if it names none. */
export function rangeOf(value: string): readonly [number, number] | null {
  const [low, high] = /^\[([^,]+),([^,]+)\]$/.exec(value)?.slice(1).map(Number) ?? [];
  return low === undefined || high === undefined || Number.isNaN(low + high) ? null : [low, high];
}

export function isDivided(query: Divided): boolean {
  return propertiesOf(query).length > 0 || hasSeveralValues(query);
}

/** Returns SQL for an event's value: one property's text or null, or the JSON of several; null without any. */
export function breakdownSql(query: Divided, statement: EventStatement): string | null {
  const ids = cohortsOf(query)?.map(({ id }) => {
    const isMember = isInCohort(query, statement, String(id));
    return `CASE WHEN ${isMember} THEN ${statement.parameters.add(String(id))} END`;
  });
  if (ids) return `unnest(list_filter([${ids.join(", ")}], lambda v: v IS NOT NULL))`;
  const texts = propertiesOf(query).map(({ property, type = "event", group_type_index }) => {
    return propertySql(property, type, statement, group_type_index ?? 0);
  });
  if (texts.length < 2) return texts[0] ?? null;
  return `CAST(to_json([${texts.map((text) => `coalesce(${text}, '${NONE}')`).join(", ")}]) AS VARCHAR)`;
}

/** Returns the property values that a value of the SQL stands for. */
function valuesOf(query: Divided, value: string): string[] {
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
  const cohort = cohortsOf(query)?.find(({ id }) => String(id) === value);
  if (cohort) return { label: cohort.cohort?.name ?? "All persons", breakdown_value: cohort.id };
  const values = valuesOf(query, value);
  const isList = typeof query.breakdownFilter?.breakdown !== "string";
  return { label: values.join(SEPARATOR), breakdown_value: isList ? values : value };
}

/** Returns the breakdown of a result of a funnel: a list, except for a cohort. */
export function shownInFunnel(query: Divided, value: string) {
  return hasSeveralValues(query) ? shownBreakdown(query, value).breakdown_value : valuesOf(query, value);
}
