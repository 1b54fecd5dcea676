import type { Schemas } from "../../../generated/openapi.ts";
import { ARRIVAL } from "../engine/project-views.ts";
import { type DateRange, invalid, UNIT_MS } from "./date-range.ts";
import type { EventStatement } from "./matching-events.ts";

export type FunnelsQuery = Schemas["FunnelsQuery"];
type Exclusion = Schemas["QueryFunnelExclusion"];

const DEFAULT_WINDOW = 14;
/** Comes after all events. */
const LAST_KEY = 2n ** 126n;

/** SQL by the name of the column. */
type Columns = Readonly<Record<string, string>>;

export interface MoreColumns {
  readonly ofEvents?: Columns;
  /** SQL over an event: each value has paths of its own, and `person_id` has both. */
  readonly dividedBy?: string | undefined;
  /** Columns of `paths` too, from the event that begins the path. */
  readonly ofPaths?: Columns;
}

/** Returns `matched` events, and `paths` by first event, with step times `t1`, `t2`… in milliseconds, or null. */
export function pathsSql(
  query: FunnelsQuery,
  statement: EventStatement,
  range: DateRange,
  { ofEvents, ofPaths = {}, dividedBy }: MoreColumns,
): string {
  const { funnelOrderType: order = "ordered", exclusions = [] } = query.funnelsFilter ?? {};
  const steps = query.series.map((step) => statement.series(step));
  const excluded = exclusions.map((exclusion) => statement.series(exclusion));
  const isStrict = order === "strict";
  const columns = steps.map((sql, index) => `${sql} AS m${index + 1}`);
  columns.push(...excluded.map((sql, index) => `${sql} AS x${index + 1}`));
  const extra = Object.entries({ ...ofEvents, ...ofPaths }).map(([name, sql]) => `${sql} AS ${name}`);
  const owner =
    dividedBy === undefined
      ? statement.actorColumn()
      : `{'id': ${statement.actor()}, 'value': ${dividedBy}} AS person_id`;
  const isTested = isStrict ? [] : [`(${[...steps, ...excluded].join(" OR ")})`];
  const where = statement.where(range, query.properties, ...isTested);
  const selected = [owner, "epoch_ms(timestamp) AS t", `${ARRIVAL} AS key`, ...columns, ...extra].join(", ");
  const matched = `matched AS (SELECT ${selected} FROM ${statement.from()} WHERE ${where})`;
  const count = steps.length;
  const windowMs = windowOf(query);
  const passed = Object.keys(ofPaths);
  if (order === "unordered") return `${matched}, ${unorderedSql(count, windowMs, passed)}`;
  const chains = isStrict ? strictSql(count, windowMs, passed) : orderedSql(count, windowMs, passed);
  return `${matched}, ${chains}, ${withoutExcluded(count, exclusions, windowMs)}`;
}

/** Returns how long a path may take, in milliseconds. */
export function windowOf({ funnelsFilter }: FunnelsQuery): number {
  const { funnelWindowInterval = DEFAULT_WINDOW, funnelWindowIntervalUnit = "day" } = funnelsFilter ?? {};
  return funnelWindowInterval * UNIT_MS[funnelWindowIntervalUnit];
}

const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Sorts a missing step after all events: DuckDB 1.5 finds partners for null in ASOF joins of many rows. */
const orLast = (key: string) => `coalesce(${key}, ${LAST_KEY})`;

/** Finds as each next step the first event after the one before. */
function orderedSql(count: number, windowMs: number, passed: readonly string[]): string {
  const first = ["person_id", "t AS t1", "key AS key1", ...passed].join(", ");
  const expressions = [`chain1 AS (SELECT ${first} FROM matched WHERE m1)`];
  for (const step of numbersTo(count).slice(1)) {
    const isInTime = `following.t - t1 <= ${windowMs}`;
    expressions.push(`chain${step} AS (
      SELECT chain${step - 1}.*, CASE WHEN ${isInTime} THEN following.t END AS t${step},
        CASE WHEN ${isInTime} THEN following.key END AS key${step}
      FROM chain${step - 1} ASOF LEFT JOIN (SELECT person_id, t, key FROM matched WHERE m${step}) AS following
        ON following.person_id = chain${step - 1}.person_id AND following.key > ${orLast(`key${step - 1}`)})`);
  }
  return `${expressions.join(", ")}, chains AS (SELECT * FROM chain${count})`;
}

/** Finds a next step only in the very next event. */
function strictSql(count: number, windowMs: number, passed: readonly string[]): string {
  const following = numbersTo(count)
    .slice(1)
    .flatMap((step) => [
      `lead(t, ${step - 1}) OVER persons AS n${step}`,
      `lead(key, ${step - 1}) OVER persons AS k${step}`,
      `lead(m${step}, ${step - 1}) OVER persons AS is${step}`,
    ]);
  const rows = ["person_id", "t AS t1", "key AS key1", "m1", ...passed, ...following].join(", ");
  const expressions = [
    `chain1 AS (
      SELECT * FROM (SELECT ${rows} FROM matched WINDOW persons AS (PARTITION BY person_id ORDER BY key)) WHERE m1)`,
  ];
  for (const step of numbersTo(count).slice(1)) {
    const isNext = `is${step} AND k${step} > key${step - 1} AND n${step} - t1 <= ${windowMs}`;
    expressions.push(`chain${step} AS (SELECT *, CASE WHEN ${isNext} THEN n${step} END AS t${step},
      CASE WHEN ${isNext} THEN k${step} END AS key${step} FROM chain${step - 1})`);
  }
  return `${expressions.join(", ")}, chains AS (SELECT * FROM chain${count})`;
}

/** Finds steps in any order, from the first event on. */
function unorderedSql(count: number, windowMs: number, passed: readonly string[]): string {
  const nearest = numbersTo(count).map((step) => `min(CASE WHEN m${step} THEN t END) OVER persons`);
  const times = numbersTo(count).map((step) => `times[${step}] AS t${step}`);
  return `chains AS (
      SELECT person_id, t, key, ${passed.map((name) => `${name}, `).join("")}
        list_sort([${nearest.join(", ")}], 'ASC', 'NULLS LAST') AS times
      FROM matched
      WINDOW persons AS (PARTITION BY person_id ORDER BY t RANGE BETWEEN CURRENT ROW AND ${windowMs} FOLLOWING)),
    paths AS (SELECT person_id, key AS key1, ${[...passed, ...times].join(", ")} FROM chains)`;
}

function withoutExcluded(count: number, exclusions: readonly Exclusion[], windowMs: number): string {
  const expressions: string[] = [];
  let source = "chains";
  for (const [index, { funnelFromStep, funnelToStep }] of exclusions.entries()) {
    if (funnelToStep <= funnelFromStep || funnelToStep >= count) {
      const field = `funnelsFilter__exclusions__${index}__funnelToStep`;
      throw invalid(field, "funnelToStep is a step after funnelFromStep, from 0.");
    }
    const [from, to] = [`key${funnelFromStep + 1}`, `key${funnelToStep + 1}`];
    expressions.push(`allowed${index} AS (
      SELECT ${source}.* FROM ${source}
      ASOF LEFT JOIN (SELECT person_id, t, key FROM matched WHERE x${index + 1}) AS excluded
        ON excluded.person_id = ${source}.person_id AND excluded.key > ${orLast(from)}
      WHERE NOT coalesce(excluded.t - t1 <= ${windowMs} AND coalesce(excluded.key < ${to}, true), false))`);
    source = `allowed${index}`;
  }
  return [...expressions, `paths AS (SELECT * FROM ${source})`].join(", ");
}
