import type { components } from "../../../../generated/openapi.ts";
import { annotations } from "../../../questions/annotations.ts";
import { dashboards, tilesOf } from "../../../questions/dashboards.ts";
import type { AnnotationRecord, DashboardRecord } from "../../../store/records/saved-kinds.ts";
import { numberOfShortId, type SavedView } from "../../../tenants/saved-record.ts";
import type { ServicePorts } from "../../service-ports.ts";
import { resource, savedToWire, taggedToWire } from "../resource.ts";

type Schemas = components["schemas"];

/** Returns the operations of what is saved and has no others than those of every resource. */
export function savedOperations(ports: ServicePorts) {
  return {
    ...resource("dashboards", dashboards, dashboardToWire, ports),
    ...resource("annotations", annotations, annotationToWire, ports),
  };
}

function dashboardToWire(dashboard: SavedView<DashboardRecord>): Schemas["Dashboard"] {
  const { id, pinned = false } = dashboard;
  return { id: numberOfShortId(id), ...taggedToWire(dashboard), pinned, tiles: tilesOf(dashboard).map(tileToWire) };
}

function tileToWire(tile: ReturnType<typeof tilesOf>[number]): Schemas["DashboardTile"] {
  const { id, insight, text, layouts = {}, color = null, showDescription = null } = tile;
  return {
    id,
    insight: insight === undefined ? null : { id: numberOfShortId(insight), short_id: insight },
    text: text === undefined ? null : { id, body: text },
    layouts,
    color,
    show_description: showDescription,
  };
}

function annotationToWire(annotation: SavedView<AnnotationRecord>): Schemas["Annotation"] {
  const { id, content, date_marker, creation_type, deleted } = annotation;
  const scope = { scope: "project", dashboard_item: null, dashboard_id: null } as const;
  return { id, content, date_marker, creation_type, ...scope, deleted, ...savedToWire(annotation) };
}
