import type { Schemas } from "../../../generated/openapi.ts";
import type { SqlValue } from "../engine/engine-methods.ts";
import { planActors } from "./actors.ts";
import { planErrorTracking } from "./error-tracking.ts";
import { planEvents } from "./events-query.ts";
import type { GroupTypes, PropertyFilters } from "./filter-context.ts";
import { planFunnels } from "./funnels.ts";
import { planLifecycle } from "./lifecycle.ts";
import { type EventCondition, EventStatement } from "./matching-events.ts";
import { planPaths } from "./paths.ts";
import { type Plan, planPage, type QuestionContext } from "./question-context.ts";
import { resolveConditions, withoutNulls } from "./resolve-conditions.ts";
import { planRetention } from "./retention.ts";
import { instant, type Statement } from "./statement.ts";
import { planStickiness } from "./stickiness.ts";
import { planTrends } from "./trends.ts";
import { isTotal } from "./trends-results.ts";
import { planWebOverview, planWebStats } from "./web-visits.ts";

const MAX_ROWS = 10_000;

/** Replaces the filters of a dashboard, which a question over HTTP does not have. */
const FILTERS = { filters: true };

function planHogql({ query, values = {} }: Schemas["HogQLQuery"]): Plan {
  const known = { ...(/\{\s*filters\s*\}/.test(query) && FILTERS), ...(values as Record<string, SqlValue>) };
  const { statements, shape } = planPage({ sql: query, values: known, isForeign: true, maxRows: MAX_ROWS }, 0);
  return {
    statements,
    shape: (answers, recorded) => ({ ...shape(answers, recorded), hogql: answers[0]?.sql ?? query }),
  };
}

export type Question = Schemas["QueryRequest"]["query"];

type Wrapper = Extract<Question, { readonly kind: "InsightVizNode" | "DataVisualizationNode" | "DataTableNode" }>;
/** A question that is in no other one that says how it is shown. */
export type PlainQuestion = Exclude<Question, Wrapper>;

/** Takes away members that are null, as the contract allows for absent ones, but not the values of SQL. */
export function plainQuestion(question: Question): PlainQuestion {
  return withoutNulls("source" in question && question.kind !== "ActorsQuery" ? question.source : question);
}

export type EventQuestion = Exclude<PlainQuestion, { readonly kind: "RecordingsQuery" }>;

type Planner<Asked> = (question: Asked, context: QuestionContext) => Plan;

const PLANNERS: { readonly [K in EventQuestion["kind"]]: Planner<Extract<EventQuestion, { readonly kind: K }>> } = {
  TrendsQuery: planTrends,
  FunnelsQuery: planFunnels,
  RetentionQuery: planRetention,
  LifecycleQuery: planLifecycle,
  StickinessQuery: planStickiness,
  PathsQuery: planPaths,
  EventsQuery: planEvents,
  ActorsQuery: planActors,
  WebOverviewQuery: planWebOverview,
  WebStatsTableQuery: planWebStats,
  ErrorTrackingQuery: planErrorTracking,
  HogQLQuery: planHogql,
};

/** Throws `invalid_input` for what the kind of question does not support. */
export function planQuestion(asked: EventQuestion, context: QuestionContext): Plan {
  const plan = PLANNERS[asked.kind] as Planner<EventQuestion>;
  return plan(resolveConditions(asked, context.calendar.now), context);
}

/** Finds where a chart of all time begins; undefined if the question has no such chart. */
export function planBeginning(question: EventQuestion, groupTypes: GroupTypes): Statement | undefined {
  if (question.kind === "ActorsQuery") return planBeginning(question.source.source, groupTypes);
  const isIssues = question.kind === "ErrorTrackingQuery";
  if (!(isIssues || "series" in question) || question.dateRange?.date_from !== "all") return undefined;
  if (isIssues) return selectBeginning([{ event: "$exception" }], question.properties, groupTypes);
  const isNumber = question.kind === "TrendsQuery" && isTotal(question);
  const isFunnel = question.kind === "FunnelsQuery" && question.funnelsFilter?.funnelVizType !== "trends";
  return isNumber || isFunnel ? undefined : selectBeginning(question.series, question.properties, groupTypes);
}

/** PostHog, from which projects move over, has no older events in charts of all time either. */
const MIN_TIME = Date.UTC(2015, 0);
const MAX_DELAY_MS = 30 * 24 * 3_600_000;
const MIN_SHARE = 1000;

/** Finds where a chart of all time begins. A few events sent a month late do not count: anyone can send events. */
function selectBeginning(
  series: readonly EventCondition[],
  properties: PropertyFilters | undefined,
  groupTypes: GroupTypes,
): Statement {
  const statement = new EventStatement(groupTypes);
  const isOfSeries = series.map((node) => statement.series(node)).join(" OR ");
  const filter = statement.filter(properties);
  const isLate = `epoch_ms(created_at) - epoch_ms(timestamp) > ${MAX_DELAY_MS}`;
  const sql = `SELECT epoch_ms(CASE WHEN count_if(${isLate}) * ${MIN_SHARE} >= count(*) THEN min(timestamp)
      ELSE min(timestamp) FILTER (WHERE NOT (${isLate})) END)
    FROM ${statement.from()} WHERE timestamp >= ${instant(MIN_TIME)} AND (${isOfSeries}) AND ${filter}`;
  return statement.asked(sql);
}
