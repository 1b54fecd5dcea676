import type { Schemas } from "../../../generated/openapi.ts";
import { type ChangeContext, createFlag, deleteFlag, updateFlag } from "../../flags/manage/edit-flags.ts";
import { type FlagView, listFlags, retrieveFlag, viewFlag } from "../../flags/manage/read-flags.ts";
import { wireFields } from "../../lib/wire-fields.ts";
import type { StoredFlag } from "../../store/records/flags.ts";
import { listActivity } from "../../tenants/activity-log.ts";
import { authorOf } from "../../tenants/authorize.ts";
import { numberOf } from "../../tenants/saved-record.ts";
import type { HandlersOf, OperationRequest } from "../contract/operation-types.ts";
import { JsonText, joinMembers } from "../raw-json.ts";
import type { ServicePorts } from "../service-ports.ts";
import { activityToWire } from "./activity-operations.ts";
import { userToWire } from "./common-wire.ts";
import { pageReply, paginate } from "./pagination.ts";

type DecidingOperation = "evaluate" | "preview" | "remote_config";
type FlagOperations = Omit<HandlersOf<"feature_flags">, `feature_flags_${DecidingOperation}`>;

export function featureFlagOperations({ store, flagChanges }: ServicePorts): FlagOperations {
  const { tenants } = store;
  type InProject = Pick<OperationRequest<"feature_flags_create">, "caller" | "project">;
  const contextOf = ({ caller, project }: InProject): ChangeContext => {
    return { projectId: project.id, by: authorOf(caller) };
  };
  const toWire = async (flag: StoredFlag) => flagToWire(await viewFlag(flag, tenants));
  return {
    feature_flags_list: async ({ project, query, url }) => {
      const listed = await listFlags(project.id, query, store);
      const { results, ...page } = paginate(listed, query, url, flagToWire);
      const flags = new JsonText<Schemas["FeatureFlag"][]>(`[${results.map(({ text }) => text).join()}]`);
      return { status: 200, body: joinMembers<Schemas["PaginatedFeatureFlags"]>({ ...page, results: flags }) };
    },
    feature_flags_create: async (request) => {
      return { status: 201, body: await toWire(await createFlag(contextOf(request), request.body, flagChanges)) };
    },
    feature_flags_retrieve: async ({ project, params }) => {
      return { status: 200, body: flagToWire(await retrieveFlag(project.id, numberOf(params.id), store)) };
    },
    feature_flags_partial_update: async ({ body, ...request }) => {
      const updated = await updateFlag(contextOf(request), numberOf(request.params.id), body, flagChanges);
      return { status: 200, body: await toWire(updated) };
    },
    feature_flags_destroy: async (request) => {
      await deleteFlag(contextOf(request), numberOf(request.params.id), flagChanges);
      return { status: 204 };
    },
    feature_flags_activity_list: async ({ project: { id: projectId }, params, ...request }) => {
      const { number } = await retrieveFlag(projectId, numberOf(params.id), store);
      const where = { projectId, scope: "FeatureFlag", itemId: String(number) } as const;
      return pageReply(await listActivity(where, request.query, store), request, activityToWire);
    },
  };
}

function flagToWire({ definition, ...flag }: FlagView): JsonText<Schemas["FeatureFlag"]> {
  return joinMembers<Schemas["FeatureFlag"]>({
    ...{ id: flag.number, key: flag.key, name: definition.name, filters: new JsonText(definition.filters) },
    ...{ active: definition.active, deleted: flag.deleted },
    ...wireFields(definition, "ensureExperienceContinuity", "isRemoteConfiguration"),
    ...{ tags: [...definition.tags], ...wireFields(flag, "version", "createdAt") },
    created_by: flag.createdBy && userToWire(flag.createdBy),
    ...wireFields(flag, "updatedAt"),
  });
}
