import type { Schemas } from "../../../generated/openapi.ts";
import type { SqlValue } from "../engine/engine-methods.ts";
import { planActors } from "./actors.ts";
import { planEvents } from "./events-query.ts";
import type { GroupTypes } from "./filter-context.ts";
import { planFunnels } from "./funnels.ts";
import { planLifecycle } from "./lifecycle.ts";
import { planPaths } from "./paths.ts";
import { type Plan, planPage, type QuestionContext } from "./question-context.ts";
import { resolveConditions, withoutNulls } from "./resolve-conditions.ts";
import { planRetention } from "./retention.ts";
import type { Statement } from "./statement.ts";
import { planStickiness } from "./stickiness.ts";
import { selectBeginning } from "./time/all-time.ts";
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
  if (!("series" in question) || question.dateRange?.date_from !== "all") return undefined;
  const isNumber = question.kind === "TrendsQuery" && isTotal(question);
  const isFunnel = question.kind === "FunnelsQuery" && question.funnelsFilter?.funnelVizType !== "trends";
  return isNumber || isFunnel ? undefined : selectBeginning(question.series, question.properties, groupTypes);
}
