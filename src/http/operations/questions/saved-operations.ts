import type { components } from "../../../../generated/openapi.ts";
import { dashboards } from "../../../questions/dashboards.ts";
import type { DashboardRecord } from "../../../store/records/saved-kinds.ts";
import type { SavedView } from "../../../tenants/saved-record.ts";
import type { ServicePorts } from "../../service-ports.ts";
import { namedToWire, resource } from "../resource.ts";

type Schemas = components["schemas"];

/** Returns the operations of what is saved and has no others than those of every resource. */
export function savedOperations(ports: ServicePorts) {
  return resource("dashboards", dashboards, dashboardToWire, ports);
}

function dashboardToWire(dashboard: SavedView<DashboardRecord>): Schemas["Dashboard"] {
  return { id: dashboard.id, ...namedToWire(dashboard), tiles: dashboard.tiles };
}
