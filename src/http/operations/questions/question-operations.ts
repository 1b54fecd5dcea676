import { authorizeProject } from "../../../tenants/authorize.ts";
import type { OperationHandlers } from "../../contract/operation-types.ts";
import type { ServicePorts } from "../../service-ports.ts";
import { askQuestion } from "./ask-question.ts";

/** Answers questions about the events of a project that the caller belongs to. */
export function questionOperations(ports: ServicePorts): OperationHandlers<"query_create"> {
  return {
    query_create: async ({ caller, params, body }) => {
      const project = await authorizeProject(caller, params.project_id, ports.store.tenants);
      const asking = { projectId: project.id, refresh: body.refresh, userId: caller.userId };
      return { status: 200, body: await askQuestion(body.query, asking, ports) };
    },
  };
}
