import type { components } from "../../../../generated/openapi.ts";
import { actionContent, actions } from "../../../questions/actions.ts";
import { annotationContent, annotations } from "../../../questions/annotations.ts";
import { dashboardContent, dashboards } from "../../../questions/dashboards.ts";
import type { ActionRecord, AnnotationRecord, DashboardRecord } from "../../../store/records/saved-kinds.ts";
import { numberOfShortId, type SavedView } from "../../../tenants/saved-record.ts";
import type { ServicePorts } from "../../service-ports.ts";
import { resource, savedToWire } from "../resource.ts";
import { cohortOperations } from "./cohort-operations.ts";

type Schemas = components["schemas"];

/** Returns the operations of what is saved and has no others than those of every resource. */
export function savedOperations(ports: ServicePorts) {
  return {
    ...resource("dashboards", dashboards, dashboardToWire, ports),
    ...resource("actions", actions, actionToWire, ports),
    ...resource("annotations", annotations, annotationToWire, ports),
    ...cohortOperations(ports),
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
