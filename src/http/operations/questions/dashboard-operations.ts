import type { components } from "../../../../generated/openapi.ts";
import * as dashboards from "../../../questions/dashboards.ts";
import type { ServicePorts } from "../../service-ports.ts";
import { resource, savedToWire } from "../resource.ts";

export const dashboardOperations = (ports: ServicePorts) => resource("dashboards", dashboards, dashboardToWire, ports);

function dashboardToWire(dashboard: dashboards.Dashboard): components["schemas"]["Dashboard"] {
  const tiles = dashboard.tiles.map(({ insight, layout }) => (layout ? { insight, layout } : { insight }));
  return { id: dashboard.id, ...savedToWire(dashboard), tiles };
}
