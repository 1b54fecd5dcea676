import type { Schemas } from "../../../generated/openapi.ts";
import { draftSchemas } from "../../ingest/event-schemas/draft-schemas.ts";
import {
  eventSchemas,
  listEventSignatures,
  listVersions,
  schemaContent,
} from "../../ingest/event-schemas/event-schemas.ts";
import { listViolations, type Violations } from "../../ingest/event-schemas/violations.ts";
import { Problem, problem } from "../../lib/problem.ts";
import { isoTime, wireFields } from "../../lib/wire-fields.ts";
import { actionContent, actions } from "../../questions/actions.ts";
import { type AlertView, alertDefinition, alertsOf } from "../../questions/alerts/alerts.ts";
import { summaryOf } from "../../questions/alerts/delivery-dates.ts";
import { deliverSoon, subscriptionContent, subscriptionsOf } from "../../questions/alerts/subscriptions.ts";
import { annotationContent, annotations } from "../../questions/annotations.ts";
import { addMembers, removeMember } from "../../questions/cohort-members.ts";
import { cohortContent, cohortsOf } from "../../questions/cohorts.ts";
import { dashboardContent, dashboards } from "../../questions/dashboards.ts";
import { experimentResults } from "../../questions/experiments/experiment-results.ts";
import { experimentContent, experimentsOf } from "../../questions/experiments/experiments.ts";
import { type InsightView, insightContent, insights, listSignatures, questionOf } from "../../questions/insights.ts";
import { searchPersons } from "../../questions/search-persons.ts";
import type { VariableValues } from "../../questions/variables.ts";
import type { Page, ProjectId, UserId } from "../../store/ports/common.ts";
import {
  COHORTS,
  type CohortRecord,
  type DashboardRecord,
  EXPERIMENTS,
  type SubscriptionRecord,
} from "../../store/records/saved-kinds.ts";
import { numberOf, numberOfShortId, type SavedView, shortIdOf } from "../../tenants/saved-record.ts";
import type { HandlersOf } from "../contract/operation-types.ts";
import { loadProjectDocument } from "../contract/project-document.ts";
import type { ServicePorts } from "../service-ports.ts";
import { askQuestion, questionOptions } from "./ask-question.ts";
import { personToWire, userToWire } from "./common-wire.ts";
import { paginate } from "./pagination.ts";
import { resource, savedToWire } from "./resource.ts";
import { surveyOperations } from "./survey-operations.ts";

export function savedOperations(ports: ServicePorts) {
  return {
    ...resource("dashboards", dashboards, dashboardFields, ports),
    ...resource("actions", actions, (action) => ({ ...actionContent(action), ...FIXED_OF_ACTIONS }), ports),
    ...resource("alerts", alertsOf(ports.store.tenants), alertFields, ports),
    ...resource("subscriptions", subscriptionsOf(ports.now), subscriptionFields, ports),
    ...testOperation(ports),
    ...resource(
      "annotations",
      annotations,
      (annotation) => ({ ...annotationContent(annotation), ...IN_PROJECT }),
      ports,
    ),
    ...resource("experiments", experimentsOf(ports.flagChanges), experimentContent, ports),
    ...resultsOperation(ports),
    ...resource("event_schemas", eventSchemas, schemaContent, ports),
    ...learnedOperations(ports),
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
      return experimentResults(experiment, options, answers, { records, now: now() });
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

function testOperation({ store, now }: ServicePorts): HandlersOf<"subscriptions_test"> {
  return {
    subscriptions_test_delivery: async ({ project, params }) => {
      await deliverSoon(project.id, params.id, store.records, now());
      return { status: 202 };
    },
  };
}

function subscriptionFields(subscription: SavedView<SubscriptionRecord>) {
  const { of, secret, updatedAt, dueAt, toldAt, error } = subscription;
  const content = subscriptionContent(subscription);
  return {
    ...{ ...content, insight_short_id: "insight" in of ? of.insight : null, webhook_secret: secret },
    summary: summaryOf(content),
    next_delivery_date: dueAt === null ? null : isoTime(Math.max(dueAt, updatedAt)),
    last_delivered_at: toldAt === null ? null : isoTime(toldAt),
    last_error: error,
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
      return { ...savedToWire(insight, insightFields), result: result || null };
    },
    insights_run: async ({ project, caller, params, body }) => {
      const insight = await insights.retrieve(project.id, params.id, store);
      return answer(insight, caller.userId, body.variables ?? {}, body.refresh);
    },
    project_document_retrieve: async ({ project, url }) => {
      const signatures = {
        insights: await listSignatures(project.id, store.records),
        events: await listEventSignatures(project.id, store.records),
      };
      return loadProjectDocument(project, signatures, new URL(url).origin);
    },
  };
}

function insightFields(insight: InsightView) {
  const { shortId, dashboards } = insight;
  const ids = { id: numberOfShortId(shortId), short_id: shortId, dashboards: [...dashboards] };
  return { ...ids, ...insightContent(insight), result: null };
}

const DRAFTED_MS = 30 * 24 * 3600 * 1000;

type LearnedHandlers = HandlersOf<"event_schemas_versions" | "event_schema_violations" | "event_schema_drafts">;

function learnedOperations({ store, now }: ServicePorts): LearnedHandlers {
  return {
    event_schemas_versions_list: async ({ project, params, query, url }) => {
      const listed = await listVersions(project.id, params.id, query, store);
      return paginate(listed, { query, url }, (version) => savedToWire(version, schemaContent));
    },
    event_schema_violations_list: async ({ project, query, url }) =>
      paginate(await listViolations(project.id, query, store.records), { query, url }, violationsToWire),
    event_schema_drafts_list: async ({ project, query: { event } }) => {
      const drafts = await draftSchemas(project.id, { event, from: now() - DRAFTED_MS }, store);
      const results = drafts.schemas.map(({ schema, ...draft }) => ({ ...draft, schema: { ...schema } }));
      return { has_more: drafts.hasMore, results };
    },
  };
}

function violationsToWire(found: Violations): Schemas["EventSchemaViolations"] {
  return {
    ...{ ...wireFields(found, "schemaId", "event"), version: found.revision },
    ...{ count: found.count, refused_count: found.refused, ...wireFields(found, "firstAt", "lastAt") },
    examples: found.examples.map((example) => ({
      ...wireFields(example, "distinctId", "isStored", "path", "rule", "detail"),
      ...{ event_id: example.uuid, timestamp: isoTime(example.timestamp), properties: JSON.parse(example.properties) },
    })),
  };
}

const MAX_DISTINCT_IDS = 10_000;

/** Returns the operations of cohorts, of which retrieving one counts its persons. */
function cohortOperations(ports: ServicePorts) {
  const { store, answers } = ports;
  const cohorts = cohortsOf(store.flags);
  const personsOf = async (projectId: ProjectId, id: number, page: Page) => {
    const properties = JSON.stringify([{ type: "cohort", key: "id", value: id }]);
    const options = await questionOptions(projectId, undefined, store.records);
    return searchPersons(projectId, { properties, ...page }, options, answers, store);
  };
  const counted = async (projectId: ProjectId, cohort: SavedView<CohortRecord>) => {
    try {
      const { count } = await personsOf(projectId, cohort.id, { limit: 1, offset: 0 });
      const fields = { count, countedAt: ports.now() };
      await store.records.change(COHORTS, { projectId, id: cohort.id }, (found) => found && { ...found, ...fields });
      return savedToWire({ ...cohort, ...fields }, cohortFields);
    } catch (error) {
      if (error instanceof Problem) return savedToWire(cohort, cohortFields); // the engine is busy: the last count
      throw error;
    }
  };
  const others: HandlersOf<"cohorts_retrieve" | "cohorts_persons" | "cohorts_person"> = {
    cohorts_retrieve: async ({ project: { id: projectId }, params }) =>
      counted(projectId, await cohorts.retrieve(projectId, params.id, store)),
    cohorts_persons_list: async ({ project: { id: projectId }, params, query, url }) => {
      const { id } = await cohorts.retrieve(projectId, params.id, store);
      const listed = await personsOf(projectId, id, query);
      return paginate(listed, { query, url }, (person) => personToWire(person));
    },
    cohorts_persons_add: async ({ project: { id: projectId }, params, body }) => {
      await addMembers(projectId, numberOf(params.id), body, store);
      return counted(projectId, await cohorts.retrieve(projectId, params.id, store));
    },
    cohorts_person_remove: async ({ project: { id: projectId }, params, body }) => {
      const uuid = body.person_id.toLowerCase();
      const ids = await store.persons.distinctIds(projectId, uuid, MAX_DISTINCT_IDS);
      await removeMember(projectId, numberOf(params.id), ids, store.records);
      return counted(projectId, await cohorts.retrieve(projectId, params.id, store));
    },
  };
  return { ...resource("cohorts", cohorts, cohortFields, ports), ...others };
}

function cohortFields(cohort: SavedView<CohortRecord>) {
  const { count = null, countedAt } = cohort;
  const last_calculation = countedAt === undefined ? null : isoTime(countedAt);
  const calculated = { count, is_calculating: false, last_calculation, errors_calculating: 0 } as const;
  return { ...cohortContent(cohort), ...calculated };
}
