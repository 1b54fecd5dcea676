import type { Schemas } from "../../../generated/openapi.ts";
import { wireFields } from "../../lib/wire-fields.ts";
import { testAccountsText } from "../../questions/kinds/test-accounts.ts";
import { withDefinitions } from "../../questions/references.ts";
import type { ProjectKey } from "../../store/records/keys.ts";
import { CLIENT_OPTIONS, type ClientOptions, readSettings } from "../../store/records/project-settings.ts";
import type { Organization, Project } from "../../store/records/tenant-kinds.ts";
import { createProjectKey, revokeProjectKey } from "../../tenants/project-keys.ts";
import {
  changeProject,
  createProject,
  deleteProject,
  type ProjectWithSettings,
  projectContent,
} from "../../tenants/project-settings.ts";
import type { HandlersOf, OperationRequest } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";
import { paginate } from "./pagination.ts";

type Handlers = HandlersOf<"projects" | "organization_projects" | "project_keys">;

export function projectOperations({ store, now }: ServicePorts): Handlers {
  const withSettings = async (project: Project) =>
    toWire({ ...project, settings: await readSettings(project.id, store.records) });
  const toWire = async (project: ProjectWithSettings): Promise<Schemas["Project"]> => {
    const [key] = await store.keys.listOfProject(project.id);
    const { id, organizationId: organization } = project;
    return { id: Number(id), organization, ...projectContent(project), api_token: key?.lookup ?? null };
  };
  const listOf = async (
    organizations: readonly Organization[],
    { query, url }: Pick<OperationRequest<"projects_list">, "query" | "url">,
  ) => {
    const projects = await Promise.all(organizations.map(({ id }) => store.tenants.projectsOf(id)));
    const all = projects.flat().toSorted((a, b) => Number(a.id) - Number(b.id));
    const items = await Promise.all(all.slice(query.offset, query.offset + query.limit).map(withSettings));
    return paginate({ count: all.length, items }, { query, url }, (item) => item);
  };
  return {
    projects_list: async (request) => listOf(await store.tenants.organizationsOf(request.caller.userId), request),
    organization_projects_list: async (request) => listOf([request.organization], request),
    projects_create: async ({ caller, organization, body: { name, timezone: timeZone } }) => {
      const project = await createProject(caller, organization, { name, timeZone, now: now() }, store);
      return withSettings(project);
    },
    projects_retrieve: ({ project }) => withSettings(project),
    projects_partial_update: async ({ caller, project, body }) => {
      const { name, event_retention_seconds: eventRetentionSeconds, timezone: timeZone } = body;
      const weekStart = body.week_start_day as 0 | 1 | undefined;
      const { test_account_filters: filters, test_account_filters_default_checked: isTestAccountsChecked } = body;
      const testAccountFilters = filters && testAccountsText(filters);
      const path = ["test_account_filters"];
      await withDefinitions(filters, project.id, store.records, { path });
      const changed = {
        name,
        eventRetentionSeconds,
        ...{ timeZone, weekStart, testAccountFilters, isTestAccountsChecked },
        clientOptions: optionsOf(body),
      };
      return toWire(await changeProject(caller, project, changed, { ...store, now: now() }));
    },
    projects_destroy: ({ caller, project }) => deleteProject(caller, project, now(), store),
    project_keys_list: async ({ project }) => (await store.keys.listOfProject(project.id)).map(keyToWire),
    project_keys_create: async ({ caller, project, body: { label } }) => {
      const key = await createProjectKey(caller, project, label, { ...store, now });
      return keyToWire(key);
    },
    project_keys_destroy: ({ caller, project, params }) =>
      revokeProjectKey(caller, project, params.id, { ...store, now }),
  };
}

function optionsOf(body: Schemas["ProjectPatch"]): ClientOptions {
  return Object.fromEntries(CLIENT_OPTIONS.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])));
}

function keyToWire(key: ProjectKey): Schemas["ProjectKey"] {
  return { ...wireFields(key, "id", "label"), key: key.lookup, ...wireFields(key, "createdAt", "lastUsedAt") };
}
