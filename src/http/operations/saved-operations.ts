import { listEventSignatures } from "../../ingest/event-schemas/event-schemas.ts";
import { problem } from "../../lib/problem.ts";
import { isoTime } from "../../lib/wire-fields.ts";
import { actionContent, actions } from "../../questions/actions.ts";
import { type AlertView, alertDefinition, alertsOf } from "../../questions/alerts/alerts.ts";
import { annotationContent, annotations } from "../../questions/annotations.ts";
import { dashboardContent, dashboards } from "../../questions/dashboards.ts";
import { experimentResults } from "../../questions/experiments/experiment-results.ts";
import { experimentContent, experimentsOf } from "../../questions/experiments/experiments.ts";
import { type InsightView, insightContent, insights, listSignatures, questionOf } from "../../questions/insights.ts";
import type { VariableValues } from "../../questions/variables.ts";
import type { UserId } from "../../store/ports/common.ts";
import { type DashboardRecord, EXPERIMENTS } from "../../store/records/saved-kinds.ts";
import { numberOf, numberOfShortId, type SavedView, shortIdOf } from "../../tenants/saved-record.ts";
import type { HandlersOf } from "../contract/operation-types.ts";
import { loadProjectDocument } from "../contract/project-document.ts";
import type { ServicePorts } from "../service-ports.ts";
import { askQuestion, questionOptions } from "./ask-question.ts";
import { cohortOperations } from "./cohort-operations.ts";
import { userToWire } from "./common-wire.ts";
import { resource, savedToWire } from "./resource.ts";
import { surveyOperations } from "./survey-operations.ts";

/** Returns the operations of what is saved and has no others than those of every resource. */
export function savedOperations(ports: ServicePorts) {
  return {
    ...resource("dashboards", dashboards, dashboardFields, ports),
    ...resource("actions", actions, (action) => ({ ...actionContent(action), ...FIXED_OF_ACTIONS }), ports),
    ...resource("alerts", alertsOf(ports.store.tenants), alertFields, ports),
    ...resource(
      "annotations",
      annotations,
      (annotation) => ({ ...annotationContent(annotation), ...IN_PROJECT }),
      ports,
    ),
    ...resource("experiments", experimentsOf(ports.flagChanges), experimentContent, ports),
    ...resultsOperation(ports),
    ...cohortOperations(ports),
    ...surveyOperations(ports),
  };
}

function resultsOperation({ store, answers, now }: ServicePorts): HandlersOf<"experiments_results"> {
  const { records } = store;
  return {
    experiments_results: async ({ project: { id: projectId }, params }) => {
      const experiment = await records.find(EXPERIMENTS, { projectId, id: numberOf(params.id) });
      if (!experiment || experiment.deleted) throw problem("not_found");
      const options = await questionOptions(projectId, undefined, records);
      return { status: 200, body: await experimentResults(experiment, options, answers, { records, now: now() }) };
    },
  };
}

const FIXED_OF_ACTIONS = { is_action: true, post_to_slack: false } as const;
const IN_PROJECT = { scope: "project", dashboard_item: null, dashboard_id: null } as const;

function alertFields(alert: AlertView) {
  const { name, insight, secret, state, subscribers, updatedAt, dueAt, toldAt, checks } = alert;
  const [last] = checks;
  return {
    ...{ name, ...alertDefinition(alert), webhook_secret: secret, state },
    insight: { id: insight, short_id: shortIdOf(String(insight)) },
    subscribed_users: subscribers.map(userToWire),
    last_value: last?.value ?? null,
    last_checked_at: last ? isoTime(last.at) : null,
    last_notified_at: toldAt === null ? null : isoTime(toldAt),
    next_check_at: dueAt === null ? null : isoTime(Math.max(dueAt, updatedAt)),
    checks: checks.map(({ at, value, state, isTold, error }) => {
      const created_at = isoTime(at);
      return { id: created_at, created_at, calculated_value: value, state, targets_notified: isTold, error };
    }),
  };
}

const dashboardFields = (dashboard: SavedView<DashboardRecord>) => {
  return { ...dashboardContent(dashboard), id: numberOfShortId(dashboard.id) };
};

export function insightOperations(ports: ServicePorts) {
  return { ...resource("insights", insights, insightFields, ports), ...askingOperations(ports) };
}

/** Returns the operations that answer saved questions, which retrieving one may do too, or describe them. */
function askingOperations(ports: ServicePorts): HandlersOf<"insights_retrieve" | "insights_run" | "project_document"> {
  const { store } = ports;
  const answer = (insight: InsightView, userId: UserId, values: VariableValues, refresh: string | undefined) =>
    askQuestion(questionOf(insight, values), { projectId: insight.projectId, refresh, userId }, ports);
  return {
    insights_retrieve: async ({ project, caller, params, query }) => {
      const insight = await insights.retrieve(project.id, params.id, store);
      const result = query.refresh && (await answer(insight, caller.userId, {}, query.refresh));
      return { status: 200, body: { ...savedToWire(insight, insightFields), result: result || null } };
    },
    insights_run: async ({ project, caller, params, body }) => {
      const insight = await insights.retrieve(project.id, params.id, store);
      return { status: 200, body: await answer(insight, caller.userId, body.variables ?? {}, body.refresh) };
    },
    project_document_retrieve: async ({ project, url }) => {
      const signatures = {
        insights: await listSignatures(project.id, store.records),
        events: await listEventSignatures(project.id, store.records),
      };
      return { status: 200, body: await loadProjectDocument(project, signatures, new URL(url).origin) };
    },
  };
}

function insightFields(insight: InsightView) {
  const { shortId, dashboards } = insight;
  const ids = { id: numberOfShortId(shortId), short_id: shortId, dashboards: [...dashboards] };
  return { ...ids, ...insightContent(insight), result: null };
}
