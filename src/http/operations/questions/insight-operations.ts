import type { components } from "../../../../generated/openapi.ts";
import { listEventSignatures } from "../../../ingest/event-schemas/event-schemas.ts";
import {
  createInsight,
  deleteInsight,
  type Insight,
  listInsights,
  listSignatures,
  questionOf,
  retrieveInsight,
  updateInsight,
} from "../../../questions/insights.ts";
import type { VariableValues } from "../../../questions/variables.ts";
import type { UserId } from "../../../store/ports/common.ts";
import { authorizeProject } from "../../../tenants/authorize.ts";
import type { OperationHandlers } from "../../contract/operation-types.ts";
import { loadProjectDocument } from "../../contract/project-document.ts";
import type { ServicePorts } from "../../service-ports.ts";
import { paginate } from "../pagination.ts";
import { askQuestion } from "./ask-question.ts";
import { authorizeSaving, savedToWire } from "./saved-wire.ts";

type Result = components["schemas"]["QueryResponse"] | null;
type InsightOperations = OperationHandlers<
  | "insights_list"
  | "insights_create"
  | "insights_retrieve"
  | "insights_partial_update"
  | "insights_destroy"
  | "insights_run"
  | "project_document_retrieve"
>;

export function insightOperations(ports: ServicePorts): InsightOperations {
  const { store } = ports;
  const answer = (insight: Insight, userId: UserId, values: VariableValues, refresh: string | undefined) =>
    askQuestion(questionOf(insight, values), { projectId: insight.projectId, refresh, userId }, ports);
  return {
    insights_list: async ({ caller, params, query, url }) => {
      const project = await authorizeProject(caller, params.project_id, store.tenants);
      const listed = await listInsights(project.id, query, store);
      return { status: 200, body: paginate(listed, query, url, (insight) => insightToWire(insight)) };
    },
    insights_create: async ({ caller, params, body }) => {
      const context = await authorizeSaving(caller, params.project_id, ports);
      return { status: 201, body: insightToWire(await createInsight(context, body, store)) };
    },
    insights_retrieve: async ({ caller, params, query }) => {
      const project = await authorizeProject(caller, params.project_id, store.tenants);
      const insight = await retrieveInsight(project.id, params.id, store);
      const result = query.refresh && (await answer(insight, caller.userId, {}, query.refresh));
      return { status: 200, body: insightToWire(insight, result) };
    },
    insights_partial_update: async ({ caller, params, body }) => {
      const context = await authorizeSaving(caller, params.project_id, ports);
      return { status: 200, body: insightToWire(await updateInsight(context, params.id, body, store)) };
    },
    insights_destroy: async ({ caller, params }) => {
      const { projectId } = await authorizeSaving(caller, params.project_id, ports);
      await deleteInsight(projectId, params.id, store.records);
      return { status: 204 };
    },
    insights_run: async ({ caller, params, body }) => {
      const project = await authorizeProject(caller, params.project_id, store.tenants);
      const insight = await retrieveInsight(project.id, params.id, store);
      return { status: 200, body: await answer(insight, caller.userId, body.variables ?? {}, body.refresh) };
    },
    project_document_retrieve: async ({ caller, params, url }) => {
      const project = await authorizeProject(caller, params.project_id, store.tenants);
      const insights = await listSignatures(project.id, store.records);
      const events = await listEventSignatures(project.id, store.records);
      return { status: 200, body: await loadProjectDocument(project, { insights, events }, new URL(url).origin) };
    },
  };
}

function insightToWire(insight: Insight, result: Result = null): components["schemas"]["Insight"] {
  const { shortId, query, variables } = insight;
  return { short_id: shortId, ...savedToWire(insight), query, variables: [...variables], result };
}
