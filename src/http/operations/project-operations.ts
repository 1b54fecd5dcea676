import type { components } from "../../../generated/openapi.ts";
import { changeProject, type ProjectWithCalendar, retrieveProject } from "../../tenants/project-settings.ts";
import type { OperationHandlers } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";
import { projectToWire } from "./user-operations.ts";

type ProjectOperationId = "projects_retrieve" | "projects_partial_update";

/** Shows and changes the settings of a project that the caller belongs to. */
export function projectOperations({ store }: ServicePorts): OperationHandlers<ProjectOperationId> {
  return {
    projects_retrieve: async ({ caller, params }) => {
      return { status: 200, body: settingsToWire(await retrieveProject(caller, params.project_id, store)) };
    },
    projects_partial_update: async ({ caller, params, body }) => {
      const changed = { timeZone: body.timezone, weekStart: body.week_start_day as 0 | 1 | undefined };
      return { status: 200, body: settingsToWire(await changeProject(caller, params.project_id, changed, store)) };
    },
  };
}

function settingsToWire(project: ProjectWithCalendar): components["schemas"]["Project"] {
  const { organizationId, calendar } = project;
  const { timeZone, weekStart } = calendar;
  return { ...projectToWire(project), organization: organizationId, timezone: timeZone, week_start_day: weekStart };
}
