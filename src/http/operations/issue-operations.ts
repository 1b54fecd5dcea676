import type { Schemas } from "../../../generated/openapi.ts";
import { requireFound } from "../../lib/problem.ts";
import { isUuid } from "../../lib/uuid.ts";
import { decideIssue } from "../../questions/error-issues.ts";
import type { HandlersOf, OperationRequest } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";
import { askQuestion } from "./ask-question.ts";
import { pageAddress } from "./pagination.ts";

type Issue = Schemas["ErrorTrackingIssue"];
type OfProject = Pick<OperationRequest<"error_tracking_issues_list">, "project" | "caller">;

const ALL_TIME = { date_from: "1971-01-01", date_to: "2999-12-31" };

/** Returns the operations of issues of exceptions, which are answers to questions. */
export function issueOperations(ports: ServicePorts): HandlersOf<"error_tracking_issues"> {
  const ask = async ({ project, caller }: OfProject, asked: Omit<Schemas["ErrorTrackingQuery"], "kind">) => {
    const asking = { projectId: project.id, refresh: undefined, userId: caller.userId };
    const question = { kind: "ErrorTrackingQuery", volumeResolution: 0, ...asked } as const;
    const { results, hasMore } = await askQuestion(question, asking, ports);
    return { issues: results as Issue[], hasMore };
  };
  const retrieve = async (request: OfProject & { readonly params: { readonly id: string } }) => {
    const { id } = request.params;
    const asked = { issueId: id, dateRange: ALL_TIME, withLastEvent: true };
    const [issue] = isUuid(id) ? (await ask(request, asked)).issues : [];
    return requireFound(issue);
  };
  return {
    error_tracking_issues_list: async (request) => {
      const { limit, offset, search, status } = request.query;
      const asked = { dateRange: { date_from: "-30d" }, searchQuery: search, status, limit, offset };
      const { issues, hasMore } = await ask(request, asked);
      const at = (begin: number) => pageAddress(request.url, { ...request.query, offset: begin });
      const previous = offset > 0 ? at(Math.max(0, offset - limit)) : null;
      return { next: hasMore ? at(offset + limit) : null, previous, results: issues };
    },
    error_tracking_issues_retrieve: retrieve,
    error_tracking_issues_partial_update: async (request) => {
      const issue = await retrieve(request);
      return { ...issue, ...(await decideIssue(request.project.id, issue, request.body.status, ports)) };
    },
  };
}
