import type { components } from "../../../../generated/openapi.ts";
import { problem } from "../../../lib/problem.ts";
import { actionContent, actions } from "../../../questions/actions.ts";
import { annotationContent, annotations } from "../../../questions/annotations.ts";
import { dashboardContent, dashboards } from "../../../questions/dashboards.ts";
import { experimentResults } from "../../../questions/experiments/experiment-results.ts";
import { experimentContent, experimentsOf } from "../../../questions/experiments/experiments.ts";
import {
  type ActionRecord,
  type AnnotationRecord,
  type DashboardRecord,
  EXPERIMENTS,
  type ExperimentRecord,
} from "../../../store/records/saved-kinds.ts";
import { authorizeProject } from "../../../tenants/authorize.ts";
import { numberOf, numberOfShortId, type SavedView } from "../../../tenants/saved-record.ts";
import type { OperationHandlers } from "../../contract/operation-types.ts";
import type { ServicePorts } from "../../service-ports.ts";
import { resource, savedToWire } from "../resource.ts";
import { cohortOperations } from "./cohort-operations.ts";
import { questionOptions } from "./question-options.ts";
import { surveyOperations } from "./survey-operations.ts";

type Schemas = components["schemas"];

/** Returns the operations of what is saved and has no others than those of every resource. */
export function savedOperations(ports: ServicePorts) {
  return {
    ...resource("dashboards", dashboards, dashboardToWire, ports),
    ...resource("actions", actions, actionToWire, ports),
    ...resource("annotations", annotations, annotationToWire, ports),
    ...resource("experiments", experimentsOf(ports.flagChanges), experimentToWire, ports),
    ...resultsOperation(ports),
    ...cohortOperations(ports),
    ...surveyOperations(ports),
  };
}

function resultsOperation({ store, answers, now }: ServicePorts): OperationHandlers<"experiments_results"> {
  const { records, tenants } = store;
  return {
    experiments_results: async ({ caller, params }) => {
      const { id: projectId } = await authorizeProject(caller, params.project_id, tenants);
      const experiment = await records.find(EXPERIMENTS, { projectId, id: numberOf(params.id) });
      if (!experiment || experiment.deleted) throw problem("not_found");
      const options = await questionOptions(projectId, undefined, records);
      return { status: 200, body: await experimentResults(experiment, options, answers, { records, now: now() }) };
    },
  };
}

function dashboardToWire(dashboard: SavedView<DashboardRecord>): Schemas["Dashboard"] {
  return { id: numberOfShortId(dashboard.id), ...dashboardContent(dashboard), ...savedToWire(dashboard) };
}

function actionToWire(action: SavedView<ActionRecord>): Schemas["Action"] {
  return { id: action.id, ...actionContent(action), is_action: true, ...savedToWire(action) };
}

function annotationToWire(annotation: SavedView<AnnotationRecord>): Schemas["Annotation"] {
  const scope = { scope: "project", dashboard_item: null, dashboard_id: null } as const;
  return { id: annotation.id, ...annotationContent(annotation), ...scope, ...savedToWire(annotation) };
}

function experimentToWire(experiment: SavedView<ExperimentRecord>): Schemas["Experiment"] {
  return { id: experiment.id, ...experimentContent(experiment), ...savedToWire(experiment) };
}
