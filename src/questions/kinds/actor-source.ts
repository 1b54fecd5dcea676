import type { Schemas } from "../../../generated/openapi.ts";
import { bestPathsSql, funnelRange, isOfAllEvents } from "./best-paths.ts";
import { isDivided, OTHER, valueOfSql } from "./breakdown.ts";
import { type Buckets, bucketsOf } from "./buckets.ts";
import { type DateRange, invalid, resolveRange } from "./date-range.ts";
import { eventsOfIssue } from "./error-tracking.ts";
import { lifecycleBuckets, statusesSql } from "./lifecycle.ts";
import type { EventStatement } from "./matching-events.ts";
import { edgesSql, itemSql, SOURCE, TARGET } from "./paths.ts";
import type { QuestionContext } from "./question-context.ts";
import { cohortsSql, conditionOf, retentionBuckets, windowOf } from "./retention.ts";
import { frequenciesSql, groupIndexOf, stickinessBuckets } from "./stickiness.ts";
import { activeRange, hasTrendValue, trendsRange } from "./trends.ts";
import { isCumulative } from "./trends-results.ts";

type Source = Schemas["ActorsQuery"]["source"];
type Selection = Schemas["InsightActorsQuery"];
type Selected<Kind extends Selection["source"]["kind"]> = Omit<Selection, "source"> & {
  readonly source: Extract<Selection["source"], { kind: Kind }>;
};

export interface Chosen {
  /** `chosen`: persons, and when they acted (`first` to `last`, in milliseconds). Empty if all in the range count. */
  readonly expressions: string;
  /** The condition of these persons' events. */
  readonly condition: string;
  /** Contains all of these times. */
  readonly range: DateRange;
  /** The actor in `matched`: events of the range with time `t` in milliseconds, which `condition` is then about. */
  readonly matchedActor?: string;
}

type Choose<Kind extends Selection["source"]["kind"]> = (
  selection: Selected<Kind>,
  statement: EventStatement,
  context: QuestionContext,
) => Chosen;

/** Returns the index of the group type; null if persons are counted. */
export function countedGroups(selection: Source): number | null {
  const { source } = selection;
  if (source.kind !== "TrendsQuery" && source.kind !== "StickinessQuery") {
    return ("aggregation_group_type_index" in source ? source.aggregation_group_type_index : null) ?? null;
  }
  return groupIndexOf(source.series[(selection.kind === "InsightActorsQuery" && selection.series) || 0] ?? {});
}

/** Finds the persons behind a number, with these columns. Throws `invalid_input` for a number that does not exist. */
export function chosenBy(
  selection: Source,
  statement: EventStatement,
  context: QuestionContext,
  columns: readonly string[],
): Chosen {
  if (selection.kind === "FunnelsActorsQuery") return chosenOfFunnel(selection, statement, context, columns);
  const choose = CHOOSERS[selection.source.kind] as Choose<keyof typeof CHOOSERS>;
  return choose(selection, statement, context);
}

/** Finds who reached a step of a funnel, or left there. */
export function chosenOfFunnel(
  { source, funnelStep, funnelStepBreakdown }: Schemas["FunnelsActorsQuery"],
  statement: EventStatement,
  context: QuestionContext,
  columns: readonly string[] = [],
): Chosen {
  const count = source.series.length;
  if (funnelStep === 0 || funnelStep === -1 || Math.abs(funnelStep) > count) {
    throw invalid("source__funnelStep", `There is no such step: send 1 to ${count}, or -2 to -${count}.`);
  }
  const reached = funnelStep > 0 ? `reached >= ${funnelStep}` : `reached = ${-funnelStep - 1}`;
  const value = funnelStepBreakdown ?? null;
  const isShown = value === null ? "true" : `value = ${statement.parameters.add(valueOfSql(source, value))}`;
  const ofEvents = Object.fromEntries(columns.map((column) => [column, column]));
  const isOfAll = isOfAllEvents(source) && isDivided(source);
  return {
    expressions: `${bestPathsSql(source, statement, context, { ofEvents })},
      chosen AS (SELECT person_id, times[1] AS first, times[reached] AS last FROM shown
        WHERE ${reached} AND ${isShown})`,
    condition: source.series.map((_, index) => `m${index + 1}`).join(" OR "),
    range: funnelRange(source, context),
    matchedActor: isOfAll ? "matched.person_id.id" : "matched.person_id",
  };
}

const chosenOfLifecycle: Choose<"LifecycleQuery"> = ({ source, day, status }, statement, context) => {
  const buckets = lifecycleBuckets(source, context);
  const bucket = bucketOf(day, buckets);
  if (bucket === 0) throw invalid("source__day", "The days begin later.");
  if (typeof status !== "string") throw invalid("source__status", "Send the status.");
  const range = timesOf(buckets, status === "dormant" ? bucket - 1 : bucket);
  return {
    expressions: `${statusesSql(source, statement, buckets)},
      chosen AS (SELECT person_id, ${range.from} AS first, ${range.to - 1} AS last FROM statuses
        WHERE bucket = ${bucket} AND status = ${statement.parameters.add(status)})`,
    condition: source.series.map((node) => statement.series(node)).join(" OR "),
    range,
  };
};

const chosenOfRetention: Choose<"RetentionQuery"> = ({ source, interval, day }, statement, context) => {
  const buckets = retentionBuckets(source, context);
  const bucket = interval ?? 0;
  const later = Number(day ?? 0);
  if (bucket >= buckets.starts.length) throw invalid("source__interval", "There is no such interval.");
  if (!(later >= 0 && bucket + later < buckets.starts.length)) throw invalid("source__day", "There is no such value.");
  const { targetEntity, returningEntity } = source.retentionFilter;
  const windowMs = windowOf(source);
  const times = timesOf(buckets, bucket + later);
  const range = windowMs === null ? times : { from: timesOf(buckets, bucket).from, to: buckets.range.to };
  const first = windowMs === null ? times.from : `base + ${later * windowMs}`;
  const last = windowMs === null ? times.to - 1 : `base + ${(later + 1) * windowMs - 1}`;
  const returned = "JOIN returned ON returned.person_id = cohorts.person_id AND returned.bucket = cohorts.bucket";
  const isReturn = later === 0 ? "" : `${returned} AND later = ${later}`;
  return {
    expressions: `${cohortsSql(source, statement, buckets)},
      chosen AS (SELECT cohorts.person_id, ${first} AS first, ${last} AS last FROM cohorts ${isReturn}
        WHERE cohorts.bucket = ${bucket})`,
    condition: statement.series(conditionOf(later === 0 ? targetEntity : returningEntity)),
    range,
  };
};

const chosenOfStickiness: Choose<"StickinessQuery"> = ({ source, day, series }, statement, context) => {
  const buckets = stickinessBuckets(source, context);
  const node = source.series[series ?? 0];
  if (node === undefined) throw invalid("source__series", "There is no such series.");
  if (!(Number(day) >= 1)) throw invalid("source__day", "Send a number of intervals.");
  const { range } = buckets;
  return {
    expressions: `${frequenciesSql(source, node, statement, buckets)},
      chosen AS (SELECT person_id, ${range.from} AS first, ${range.to - 1} AS last FROM frequencies
        WHERE intervals = ${statement.parameters.add(Number(day))})`,
    condition: statement.series(node),
    range,
  };
};

const chosenOfPaths: Choose<"PathsQuery"> = ({ source }, statement, context) => {
  const { pathStartKey, pathEndKey } = source.pathsFilter ?? {};
  const range = resolveRange(source.dateRange ?? {}, context.calendar);
  const conditions = [
    ...(typeof pathStartKey === "string" ? [`${SOURCE} = ${statement.parameters.add(pathStartKey)}`] : []),
    ...(typeof pathEndKey === "string" ? [`${TARGET} = ${statement.parameters.add(pathEndKey)}`] : []),
  ];
  return {
    expressions: `${edgesSql(source, statement, range)},
      chosen AS (SELECT person_id, time AS first, next_time AS last FROM edges
        WHERE ${conditions.join(" AND ") || "true"})`,
    condition: `${itemSql(statement)} IS NOT NULL`,
    range,
  };
};

/** Finds who is behind a number: a day of a series and of a breakdown value, or all of them. */
const chosenOfTrends: Choose<"TrendsQuery"> = ({ source, day, series, breakdown }, statement, context) => {
  const { calendar } = context;
  const range = trendsRange(source, context);
  const node = source.series[series ?? 0];
  if (node === undefined) throw invalid("source__series", "There is no such series.");
  const value = typeof breakdown === "string" || Array.isArray(breakdown) ? valueOfSql(source, breakdown) : null;
  if (value === OTHER) throw invalid("source__breakdown", "The persons of the other values are not listed.");
  const dayOf = (text: string) => {
    const buckets = bucketsOf(source.interval ?? "day", range, calendar);
    return timesOf(buckets, bucketOf(text, buckets));
  };
  const selected = typeof day === "string" ? dayOf(day) : range;
  const from = isCumulative(source) ? range.from : Math.max(range.from, selected.from);
  const shown = { from, to: selected.to };
  const times = activeRange(node, shown, calendar);
  const condition = [statement.series(node), ...(value === null ? [] : [hasTrendValue(source, statement, value)])].join(
    " AND ",
  );
  return { expressions: "", condition, range: times };
};

const CHOOSERS: { readonly [Kind in Selection["source"]["kind"]]: Choose<Kind> } = {
  TrendsQuery: chosenOfTrends,
  LifecycleQuery: chosenOfLifecycle,
  RetentionQuery: chosenOfRetention,
  StickinessQuery: chosenOfStickiness,
  PathsQuery: chosenOfPaths,
  ErrorTrackingQuery: ({ source }, statement, context) => eventsOfIssue(source, statement, context),
};

/** Returns a bucket's index. Throws `invalid_input` if the result has no such day. */
function bucketOf(day: Selection["day"], { days }: Buckets): number {
  const bucket = days.indexOf(String(day));
  if (bucket < 0) throw invalid("source__day", "There is no such day in the result.");
  return bucket;
}

function timesOf({ starts, range }: Buckets, bucket: number): DateRange {
  return { from: starts[bucket] ?? range.from, to: starts[bucket + 1] ?? range.to };
}
