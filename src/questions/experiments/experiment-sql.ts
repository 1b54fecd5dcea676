import type { Schemas } from "../../../generated/openapi.ts";
import { ARRIVAL } from "../engine/project-views.ts";
import type { Buckets } from "../kinds/buckets.ts";
import { UNIT_MS } from "../kinds/date-range.ts";
import type { PropertyFilters } from "../kinds/filter-context.ts";
import { type EventCondition, EventStatement } from "../kinds/matching-events.ts";
import { propertySql } from "../kinds/property-filters.ts";
import type { Statement } from "../kinds/statement.ts";
import { SUM_NAMES } from "./statistics.ts";

export type Metric = Schemas["ExperimentMetric"];
type Source = Schemas["ExperimentSource"];

/** What an experiment is, as its statements need it. */
export interface Design {
  readonly flagKey: string;
  readonly variants: readonly string[];
  readonly exposure: EventCondition;
  readonly isFirstSeen: boolean;
  readonly filters: PropertyFilters;
  readonly buckets: Buckets;
  /** How many buckets a point of a series has. */
  readonly step: number;
  readonly groupTypes: readonly string[];
}

/** Properties of the first exposure by which persons may be divided unevenly. */
export const SEGMENTS = ["$browser", "$os", "$device_type", "$geoip_country_code"] as const;

const FLAG_CALLED = "$feature_flag_called";
const MAX_VALUES = 20;
/** How long before the exposure a person's figure is the covariate. */
const BEFORE_MS = 14 * UNIT_MS.day;
const MAX_NUMBER = 1e15;
/** Selects what is counted, its value, the variant, the point, and the persons; `multiple` has the excluded ones. */
export function selectExposures(design: Design): Statement {
  const { statement, sql } = exposedSql(design, SEGMENTS);
  const counts = ["total", ...SEGMENTS].map((name, index) => {
    if (index === 0) {
      return `SELECT CASE WHEN is_multiple THEN 'multiple' ELSE 'total' END AS counted, '' AS value, variant, point,
        count(*) AS persons FROM seen GROUP BY ALL`;
    }
    const ranked = `row_number() OVER (PARTITION BY variant ORDER BY count(*) DESC, segment${index})`;
    return `SELECT '${name}', segment${index}, variant, 0, count(*) FROM exposed WHERE segment${index} IS NOT NULL
      GROUP BY segment${index}, variant QUALIFY ${ranked} <= ${MAX_VALUES}`;
  });
  return statement.asked(`WITH ${sql} ${counts.join(" UNION ALL ")}`);
}

/** Selects the sums of `Sums` by variant and point, each without what the points before have. */
export function selectMetric(metric: Metric, design: Design): Statement {
  const { statement, sql } = exposedSql(design, []);
  const window = metric.conversion_window
    ? metric.conversion_window * UNIT_MS[metric.conversion_window_unit ?? "day"]
    : null;
  const events = statement.nested();
  const running =
    metric.metric_type === "funnel"
      ? funnelSql(metric.series, events)
      : figuresSql(metric.metric_type === "mean" ? [metric.source] : [metric.numerator, metric.denominator], events);
  const { from, to } = design.buckets.range;
  const range = { from: Math.max(0, from - BEFORE_MS), to };
  const where = events.where(range, design.filters, `(${running.conditions.join(" OR ")})`);
  const columns = ["events.person_id", "epoch_ms(timestamp) AS t", `${ARRIVAL} AS key`, pointSql(design)];
  const values = `WITH ${sql},
    matched AS (SELECT ${[...columns, ...running.columns].join(", ")} FROM ${events.from()} WHERE ${where}),
    placed AS (SELECT matched.* REPLACE (CASE WHEN t < t0 THEN 0 ELSE matched.point END AS point), t >= t0 AS is_after
      FROM matched JOIN exposed ON exposed.person_id = matched.person_id
      WHERE t >= t0 - ${BEFORE_MS} ${window === null ? "" : `AND t < t0 + ${window}`}),
    ${running.sql},
    before AS (SELECT person_id, y AS x FROM running WHERE NOT is_after),
    changes AS (SELECT *, coalesce(lag(y) OVER points, 0) AS y0, coalesce(lag(z) OVER points, 0) AS z0
      FROM running WHERE is_after WINDOW points AS (PARTITION BY person_id ORDER BY point)),
    terms AS (
      SELECT variant, point, 1 AS n, 0.0 AS y, 0.0 AS yy, 0.0 AS z, 0.0 AS zz, 0.0 AS yz, coalesce(x, 0.0) AS x,
        coalesce(x * x, 0.0) AS xx, 0.0 AS xy
      FROM exposed LEFT JOIN before ON before.person_id = exposed.person_id
      UNION ALL
      SELECT variant, changes.point, 0, y - y0, y * y - y0 * y0, z - z0, z * z - z0 * z0, y * z - y0 * z0, 0.0, 0.0,
        coalesce(x, 0.0) * (y - y0)
      FROM changes JOIN exposed ON exposed.person_id = changes.person_id
      LEFT JOIN before ON before.person_id = changes.person_id)`;
  const sums = SUM_NAMES.map((name) => (name === "n" ? "sum(n)::BIGINT" : `fsum(${name})`));
  const select = `SELECT variant, point, ${sums.join(", ")} FROM terms GROUP BY variant, point`;
  return statement.asked(`${values} ${select} ORDER BY variant, point`);
}

/** Returns `seen`: each person's first exposure; and `exposed`, those who count. */
function exposedSql(design: Design, segments: readonly string[]) {
  const { flagKey, variants, exposure, isFirstSeen, filters, buckets, groupTypes } = design;
  const statement = new EventStatement(groupTypes);
  const { parameters } = statement;
  const isCalled = exposure.event === FLAG_CALLED && !exposure.action;
  const variant = propertySql(isCalled ? "$feature_flag_response" : `$feature/${flagKey}`, "event", statement);
  const ofFlag = `${propertySql("$feature_flag", "event", statement)} = ${parameters.add(flagKey)}`;
  const conditions = [
    statement.within(buckets.range),
    statement.series(exposure),
    statement.filter(filters),
    ...(isCalled ? [ofFlag] : []),
    `${variant} IN (SELECT unnest(${parameters.add([...variants])}::VARCHAR[]))`,
    statement.hasActor(),
  ];
  const names = segments.map((_, index) => `segment${index + 1}`);
  const values = segments.map((name, index) => `${propertySql(name, "event", statement)} AS ${names[index]}`);
  const columns = [
    statement.actorColumn(),
    "epoch_ms(timestamp) AS t",
    `${ARRIVAL} AS key`,
    `${variant} AS variant`,
    pointSql(design),
    ...values,
  ];
  const firsts = ["variant", ...names].map((name) => `arg_min(${name}, key) AS ${name}`);
  const sql = `exposures AS (SELECT ${columns.join(", ")} FROM ${statement.from()} WHERE ${conditions.join(" AND ")}),
    seen AS (SELECT person_id, min(t) AS t0, min(point) AS point, ${firsts.join(", ")},
      ${isFirstSeen ? "false" : "min(variant) <> max(variant)"} AS is_multiple FROM exposures GROUP BY person_id),
    exposed AS (SELECT * FROM seen WHERE NOT is_multiple)`;
  return { statement, sql };
}

const pointSql = ({ buckets, step }: Design) => `${buckets.index("timestamp")} // ${step} AS point`;

/** Parts of the SQL that makes `running`: the figures `y` and `z` of a person up to each point that changes them. */
interface Running {
  readonly conditions: readonly string[];
  readonly columns: readonly string[];
  readonly sql: string;
}

function figuresSql(sources: readonly Source[], events: EventStatement): Running {
  const conditions = sources.map((one) => events.series(one));
  const columns = sources.flatMap((one, index) => [
    `${conditions[index]} AS m${index}`,
    `${valueSql(one, events)} AS v${index}`,
  ]);
  const parts = sources.map((_, index) => {
    const value = `v${index}) FILTER (WHERE m${index})`;
    const figures = ["count", "fsum", "min", "max"].map((name) => `${name}(${value} AS ${name}${index}`);
    return `count_if(m${index}) AS events${index}, ${figures.join(", ")}`;
  });
  const [y = "0", z = "0"] = sources.map(({ math = "total" }, index) => RUNNING[math](index));
  return {
    conditions,
    columns,
    sql: `points AS (SELECT person_id, is_after, point, ${parts.join(", ")} FROM placed GROUP BY ALL),
      running AS (SELECT person_id, is_after, point, CAST(${y} AS DOUBLE) AS y, CAST(${z} AS DOUBLE) AS z FROM points
        WINDOW past AS (PARTITION BY person_id, is_after ORDER BY point))`,
  };
}

const RUNNING: Readonly<Record<NonNullable<Source["math"]>, (index: number) => string>> = {
  total: (index) => `sum(events${index}) OVER past`,
  dau: (index) => `least(1, sum(events${index}) OVER past)`,
  sum: (index) => `coalesce(sum(fsum${index}) OVER past, 0)`,
  avg: (index) => `coalesce(sum(fsum${index}) OVER past / nullif(sum(count${index}) OVER past, 0), 0)`,
  min: (index) => `coalesce(min(min${index}) OVER past, 0)`,
  max: (index) => `coalesce(max(max${index}) OVER past, 0)`,
};

function valueSql({ math = "total", math_property }: Source, events: EventStatement): string {
  if (math === "total" || math === "dau") return "0.0";
  const number = `property_number(${propertySql(math_property ?? "", "event", events)})`;
  return `least(greatest(${number}, -${MAX_NUMBER}), ${MAX_NUMBER})`;
}

/** Takes as each next step the first event after the one before. */
function funnelSql(series: readonly Schemas["ExperimentStep"][], events: EventStatement): Running {
  const conditions = series.map((step) => events.series(step));
  const chains = conditions.map((_, index) => {
    const firsts = "min(placed.key) AS key, arg_min(placed.point, placed.key) AS point";
    if (index === 0) {
      return `chain0 AS (SELECT person_id, is_after, ${firsts} FROM placed WHERE m0 GROUP BY person_id, is_after)`;
    }
    return `chain${index} AS (SELECT placed.person_id, placed.is_after, ${firsts} FROM chain${index - 1} AS earlier
      JOIN placed ON placed.person_id = earlier.person_id AND placed.is_after = earlier.is_after
      WHERE m${index} AND placed.key > earlier.key GROUP BY placed.person_id, placed.is_after)`;
  });
  return {
    conditions,
    columns: conditions.map((sql, index) => `${sql} AS m${index}`),
    sql: `${chains.join(", ")},
      running AS (SELECT person_id, is_after, point, 1.0::DOUBLE AS y, 0.0::DOUBLE AS z
        FROM chain${series.length - 1})`,
  };
}
