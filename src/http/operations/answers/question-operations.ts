import { authorizeProject } from "../../../tenants/authorize.ts";
import type { OperationHandlers } from "../../contract/operation-types.ts";
import type { ServicePorts } from "../../service-ports.ts";
import { questionOptions } from "./question-options.ts";

/** Answers questions about the events of a project that the caller belongs to. */
export function questionOperations({ store, answers }: ServicePorts): OperationHandlers<"query_create"> {
  return {
    query_create: async ({ caller, params, body }) => {
      const project = await authorizeProject(caller, params.project_id, store.tenants);
      const options = await questionOptions(project.id, body.refresh, store.records);
      const answer = await answers.ask(project.id, body.query, options);
      return { status: 200, body: answer };
    },
  };
}
