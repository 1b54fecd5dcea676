import type { components } from "../../../../generated/openapi.ts";
import {
  createDashboard,
  type Dashboard,
  deleteDashboard,
  listDashboards,
  retrieveDashboard,
  updateDashboard,
} from "../../../questions/dashboards.ts";
import { authorizeProject } from "../../../tenants/authorize.ts";
import type { OperationHandlers } from "../../contract/operation-types.ts";
import type { ServicePorts } from "../../service-ports.ts";
import { paginate } from "../pagination.ts";
import { authorizeSaving, savedToWire } from "./saved-wire.ts";

type DashboardOperations = OperationHandlers<
  "dashboards_list" | "dashboards_create" | "dashboards_retrieve" | "dashboards_partial_update" | "dashboards_destroy"
>;

export function dashboardOperations(ports: ServicePorts): DashboardOperations {
  const { store } = ports;
  return {
    dashboards_list: async ({ caller, params, query, url }) => {
      const project = await authorizeProject(caller, params.project_id, store.tenants);
      const listed = await listDashboards(project.id, query, store);
      return { status: 200, body: paginate(listed, query, url, dashboardToWire) };
    },
    dashboards_create: async ({ caller, params, body }) => {
      const context = await authorizeSaving(caller, params.project_id, ports);
      return { status: 201, body: dashboardToWire(await createDashboard(context, body, store)) };
    },
    dashboards_retrieve: async ({ caller, params }) => {
      const project = await authorizeProject(caller, params.project_id, store.tenants);
      return { status: 200, body: dashboardToWire(await retrieveDashboard(project.id, params.id, store)) };
    },
    dashboards_partial_update: async ({ caller, params, body }) => {
      const context = await authorizeSaving(caller, params.project_id, ports);
      return { status: 200, body: dashboardToWire(await updateDashboard(context, params.id, body, store)) };
    },
    dashboards_destroy: async ({ caller, params }) => {
      const { projectId } = await authorizeSaving(caller, params.project_id, ports);
      await deleteDashboard(projectId, params.id, store.records);
      return { status: 204 };
    },
  };
}

function dashboardToWire(dashboard: Dashboard): components["schemas"]["Dashboard"] {
  const tiles = dashboard.tiles.map(({ insight, layout }) => (layout ? { insight, layout } : { insight }));
  return { id: dashboard.id, ...savedToWire(dashboard), tiles };
}
