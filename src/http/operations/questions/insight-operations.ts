import type { components } from "../../../../generated/openapi.ts";
import { listEventSignatures } from "../../../ingest/event-schemas/event-schemas.ts";
import { type InsightView, insightContent, insights, listSignatures, questionOf } from "../../../questions/insights.ts";
import type { VariableValues } from "../../../questions/variables.ts";
import type { UserId } from "../../../store/ports/common.ts";
import { numberOfShortId } from "../../../tenants/saved-record.ts";
import type { OperationHandlers } from "../../contract/operation-types.ts";
import { loadProjectDocument } from "../../contract/project-document.ts";
import type { ServicePorts } from "../../service-ports.ts";
import { resource, savedToWire } from "../resource.ts";
import { askQuestion } from "./ask-question.ts";

type Result = components["schemas"]["QueryResponse"] | null;

export function insightOperations(ports: ServicePorts) {
  const toWire = (insight: InsightView) => insightToWire(insight);
  return { ...resource("insights", insights, toWire, ports), ...askingOperations(ports) };
}

/** Returns the operations that answer saved questions, which retrieving one may do too, or describe them. */
function askingOperations(
  ports: ServicePorts,
): OperationHandlers<"insights_retrieve" | "insights_run" | "project_document_retrieve"> {
  const { store } = ports;
  const answer = (insight: InsightView, userId: UserId, values: VariableValues, refresh: string | undefined) =>
    askQuestion(questionOf(insight, values), { projectId: insight.projectId, refresh, userId }, ports);
  return {
    insights_retrieve: async ({ project, caller, params, query }) => {
      const insight = await insights.retrieve(project.id, params.id, store);
      const result = query.refresh && (await answer(insight, caller.userId, {}, query.refresh));
      return { status: 200, body: insightToWire(insight, result) };
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

function insightToWire(insight: InsightView, result: Result = null): components["schemas"]["Insight"] {
  const { shortId, dashboards } = insight;
  const ids = { id: numberOfShortId(shortId), short_id: shortId, dashboards: [...dashboards] };
  return { ...ids, ...insightContent(insight), ...savedToWire(insight), result };
}
