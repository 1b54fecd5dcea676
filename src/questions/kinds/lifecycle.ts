import type { Schemas } from "../../../generated/openapi.ts";
import { type Buckets, bucketsOf, chartRange } from "./buckets.ts";
import { startOf } from "./date-range.ts";
import { type EventStatement, statementOf } from "./matching-events.ts";
import { type Plan, planRows, type QuestionContext } from "./question-context.ts";
import { actionOf, labelOf, seriesName } from "./series-names.ts";
import { HOUR_MS } from "./time-zone.ts";

export type LifecycleQuery = Schemas["LifecycleQuery"];

const STATUSES = ["new", "returning", "resurrecting", "dormant"] as const;
/** The bucket of all events before the intervals. */
const EARLIER = -2;

export function planLifecycle(query: LifecycleQuery, context: QuestionContext): Plan {
  const statement = statementOf(query, context);
  const buckets = lifecycleBuckets(query, context);
  const sql = `WITH ${statusesSql(query, statement, buckets)}
    SELECT status, bucket, count(*) FROM statuses GROUP BY status, bucket`;
  return planRows(statement.asked(sql), (rows) => seriesOf(query, buckets, rows));
}

/** Returns the intervals, and before them one that decides who returns in the first. */
export function lifecycleBuckets(query: LifecycleQuery, context: QuestionContext): Buckets {
  const { calendar } = context;
  const { from, to } = chartRange(query, context);
  const unit = query.interval ?? "day";
  const before = unit === "hour" ? from - HOUR_MS : startOf(unit, from, calendar, -1);
  return bucketsOf(unit, { from: Math.max(0, before), to }, calendar);
}

/** Returns `statuses`: what each person is in which interval. */
export function statusesSql(query: LifecycleQuery, statement: EventStatement, buckets: Buckets): string {
  const { range, starts, index } = buckets;
  const series = query.series.map((node) => statement.series(node)).join(" OR ");
  const where = statement.where({ from: 0, to: range.to }, query.properties, `(${series})`);
  const first = `epoch_ms(timestamp) < ${starts[0] ?? range.from}`;
  const owner = statement.ownerColumns();
  const rows = `SELECT DISTINCT ${owner}, CASE WHEN ${first} THEN ${EARLIER} ELSE ${index("timestamp")} END AS bucket
    FROM ${statement.from()} WHERE ${where}`;
  return `active AS (SELECT DISTINCT * FROM ${statement.withActors(rows)}),
    neighbors AS (
      SELECT person_id, bucket, lag(bucket) OVER persons AS previous, lead(bucket) OVER persons AS following
      FROM active WINDOW persons AS (PARTITION BY person_id ORDER BY bucket)),
    statuses AS (
      SELECT person_id, bucket, CASE WHEN previous IS NULL THEN 'new' WHEN previous = bucket - 1 THEN 'returning'
        ELSE 'resurrecting' END AS status
      FROM neighbors WHERE bucket > 0
      UNION ALL
      SELECT person_id, bucket + 1, 'dormant' FROM neighbors
      WHERE bucket BETWEEN 0 AND ${starts.length - 2} AND coalesce(following <> bucket + 1, true))`;
}

function seriesOf({ series }: LifecycleQuery, buckets: Buckets, rows: unknown[][]) {
  const counts = new Map(rows.map(([status, bucket, count]) => [`${status} ${bucket}`, Number(count)]));
  const days = buckets.days.slice(1);
  const labels = days.map(labelOf);
  return series.flatMap((node, order) =>
    STATUSES.map((status) => {
      const sign = status === "dormant" ? -1 : 1;
      const data = days.map((_, index) => sign * (counts.get(`${status} ${index + 1}`) ?? 0) + 0);
      const count = data.reduce((sum, value) => sum + value, 0);
      return {
        action: actionOf(node, order),
        label: `${seriesName(node)} - ${status}`,
        status,
        count,
        data,
        labels,
        days,
      };
    }),
  );
}
