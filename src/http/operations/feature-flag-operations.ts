import type { Schemas } from "../../../generated/openapi.ts";
import type { Definitions } from "../../flags/decide/flag-decider.ts";
import { explainReason, type FlagOutcome } from "../../flags/decide/outcome.ts";
import { payloadText, readStoredFlag } from "../../flags/define/flag-definition.ts";
import { copyFlag } from "../../flags/manage/copy-flag.ts";
import { type ChangeContext, createFlag, deleteFlag, updateFlag } from "../../flags/manage/edit-flags.ts";
import { type PreviewedPerson, type PreviewedValue, previewFlag } from "../../flags/manage/preview-flag.ts";
import { type FlagView, listFlags, retrieveFlag, viewFlag } from "../../flags/manage/read-flags.ts";
import { scheduledChangesOf, scheduledContent } from "../../flags/manage/scheduled-changes.ts";
import { toIdentifier } from "../../lib/identifier.ts";
import { problem, requireFound } from "../../lib/problem.ts";
import { runInTurns, type Steps } from "../../lib/threads/loop-turns.ts";
import { wireFields } from "../../lib/wire-fields.ts";
import { staleFlags } from "../../questions/stale-flags.ts";
import type { ProjectId } from "../../store/ports/common.ts";
import type { StoredFlag } from "../../store/records/flags.ts";
import { listActivity } from "../../tenants/activity-log.ts";
import { authorizeOnlyProject, authorizeProject, authorizeProjectByToken, authorOf } from "../../tenants/authorize.ts";
import { numberOf } from "../../tenants/saved-record.ts";
import { etagMatches, etagOf } from "../conditional-request.ts";
import type { HandlersOf, OperationRequest, Reply } from "../contract/operation-types.ts";
import { JsonText, joinMembers } from "../raw-json.ts";
import type { ServicePorts } from "../service-ports.ts";
import { activityToWire } from "./activity-operations.ts";
import { questionOptions } from "./ask-question.ts";
import { userToWire } from "./common-wire.ts";
import { definitionsToJson } from "./flag-wire.ts";
import { paginate } from "./pagination.ts";
import { resource } from "./resource.ts";

type DecidingOperation = "evaluate" | "preview" | "remote_config";
type FlagOperations = Omit<HandlersOf<"feature_flags">, `feature_flags_${DecidingOperation}`>;

export function featureFlagOperations(ports: ServicePorts): FlagOperations & HandlersOf<"scheduled_changes"> {
  const { store, flagChanges, answers, now } = ports;
  const { tenants } = store;
  const findStale = staleFlags(answers, now);
  const stale = async (id: ProjectId) => findStale(id, await questionOptions(id, undefined, store.records));
  type InProject = Pick<OperationRequest<"feature_flags_create">, "caller" | "project">;
  const contextOf = ({ caller, project }: InProject): ChangeContext => {
    return { projectId: project.id, by: authorOf(caller) };
  };
  const toWire = async (flag: StoredFlag) => flagToWire(await viewFlag(flag, tenants));
  return {
    ...resource("scheduled_changes", scheduledChangesOf(flagChanges), scheduledContent, ports),
    feature_flags_list: async ({ project, query, url }) => {
      const { active, ...listing } = query;
      const reasonOf = active === "STALE" ? await stale(project.id) : null;
      const stateIs = ({ definition }: StoredFlag) => String(readStoredFlag(definition).active) === active;
      const isWanted = (flag: StoredFlag) => !active || (reasonOf ? reasonOf(flag) !== null : stateIs(flag));
      const listed = await listFlags(project.id, { ...listing, isWanted }, store);
      const { results, ...page } = paginate(listed, { query, url }, flagToWire);
      const flags = new JsonText<Schemas["FeatureFlag"][]>(`[${results.map(({ text }) => text).join()}]`);
      return joinMembers<Schemas["PaginatedFeatureFlags"]>({ ...page, results: flags });
    },
    feature_flags_create: async (request) => toWire(await createFlag(contextOf(request), request.body, flagChanges)),
    feature_flags_retrieve: async ({ project, params }) =>
      flagToWire(await retrieveFlag(project.id, numberOf(params.id), store)),
    feature_flags_partial_update: async ({ body, ...request }) => {
      const updated = await updateFlag(contextOf(request), numberOf(request.params.id), body, flagChanges);
      return toWire(updated);
    },
    feature_flags_destroy: (request) => deleteFlag(contextOf(request), numberOf(request.params.id), flagChanges),
    feature_flags_status: async ({ project, params }) => {
      const flag = requireFound(await store.flags.find(project.id, numberOf(params.id)));
      if (flag.deleted) return { status: "deleted", reason: "It is deleted." };
      const reason = (await stale(project.id))(flag);
      if (reason !== null) return { status: "stale", reason };
      const isActive = readStoredFlag(flag.definition).active;
      return isActive ? { status: "active", reason: "It is on." } : { status: "inactive", reason: "It is off." };
    },
    feature_flags_copy: async ({ caller, organization, body }) => {
      const projects = await tenants.projectsOf(organization.id);
      const { success, failed } = await copyFlag(body, authorOf(caller), projects, { ...store, ...flagChanges });
      const copies = await Promise.all(success.map(toWire));
      const flags = new JsonText<Schemas["FeatureFlag"][]>(`[${copies.map(({ text }) => text).join()}]`);
      return joinMembers<Schemas["CopiedFlags"]>({ success: flags, failed: [...failed] });
    },
    feature_flags_activity_list: async ({ project: { id: projectId }, params, ...request }) => {
      const { number } = await retrieveFlag(projectId, numberOf(params.id), store);
      const where = { projectId, scope: "FeatureFlag", itemId: String(number) } as const;
      return paginate(await listActivity(where, request.query, store), request, activityToWire);
    },
  };
}

function flagToWire({ definition, ...flag }: FlagView): JsonText<Schemas["FeatureFlag"]> {
  const { tags, filters, bucketing_identifier, evaluation_runtime, evaluation_contexts, ...fields } = definition;
  return joinMembers<Schemas["FeatureFlag"]>({
    ...{ id: flag.number, ...fields, key: flag.key, filters: new JsonText(filters), deleted: flag.deleted },
    ...{ tags: [...tags], ...wireFields(flag, "version", "createdAt") },
    created_by: flag.createdBy && userToWire(flag.createdBy),
    ...wireFields(flag, "updatedAt"),
    ...{ bucketing_identifier, evaluation_runtime, evaluation_contexts: [...evaluation_contexts] },
  });
}

const MAX_PREVIEWED_PERSONS = 200;

/** Explains flags to those who manage them. Stores nothing. */
export function flagPreviewOperations({
  store,
  flags,
  now,
}: ServicePorts): HandlersOf<"feature_flags_evaluate" | "feature_flags_preview"> {
  return {
    feature_flags_evaluate: async ({ project: { id: projectId }, body }) => {
      const distinctId = toIdentifier(body.distinct_id);
      const groups = new Map(Object.entries(body.groups ?? {}));
      const context = { anonymousId: undefined, groups, personProperties: {}, groupProperties: new Map() };
      const explained = await flags.explain(projectId, { distinctId, ...context });
      const outcomes = new Map(explained.decisions.decided.map((outcome) => [outcome.key, outcome]));
      const person = (await store.persons.find(projectId, [distinctId])).get(distinctId);
      return {
        distinct_id: distinctId,
        person: person?.uuid ?? null,
        flags: explained.flags.map(({ key, name, active }) => ({
          ...{ id: explained.flagMetadata.get(key)?.number ?? 0, key, name, active },
          ...valueToWire(outcomes.get(key)),
          reason: active ? reasonToWire(outcomes.get(key)) : INACTIVE,
        })),
      };
    },
    feature_flags_preview: async ({ project: { id: projectId }, body }) => {
      const { persons: maxPersons = MAX_PREVIEWED_PERSONS, ...fields } = body;
      const preview = await previewFlag(projectId, fields, { maxPersons }, { ...store, now });
      const { persons, evaluated, isComplete, values } = preview;
      return { persons, evaluated, complete: isComplete, values: values.map(previewToWire) };
    },
  };
}

const INACTIVE: Schemas["FlagReason"] = {
  code: "inactive",
  condition_index: null,
  description: "The flag is not in use",
};

function valueToWire(outcome: FlagOutcome | undefined) {
  const { value = false, payload } = outcome ?? {};
  return {
    enabled: value !== false,
    variant: typeof value === "string" ? value : null,
    payload: payload === undefined ? null : payloadText(payload),
  };
}

function reasonToWire(outcome: FlagOutcome | undefined): Schemas["FlagReason"] {
  if (outcome === undefined) {
    const description = "What it depends on cannot be compared or read now";
    return { code: "undecided", condition_index: null, description };
  }
  const { code, condition } = outcome.reason;
  return { code, condition_index: condition, description: explainReason(outcome.reason) };
}

function previewToWire({ value, count, examples }: PreviewedValue): Schemas["FlagPreviewValue"] {
  return {
    enabled: value === undefined ? null : value !== false,
    variant: typeof value === "string" ? value : null,
    count,
    examples: examples.map(exampleToWire),
  };
}

function exampleToWire({ uuid, name, distinctId, outcome }: PreviewedPerson): Schemas["FlagPreviewPerson"] {
  return { uuid, name, distinct_id: distinctId, reason: reasonToWire(outcome) };
}

type DefinitionsRequest = Pick<OperationRequest<"local_evaluation">, "caller" | "query" | "header">;
type PayloadRequest = Pick<OperationRequest<"feature_flags_remote_config">, "caller" | "params" | "query">;

/** Stands for the project of the token. */
const CURRENT = "@current";

type Handlers = HandlersOf<"local_evaluation" | "flag_definitions" | "feature_flags_remote_config">;

export function flagDefinitionOperations({ store, keyring, flags }: ServicePorts): Handlers {
  const serialized = serializeOnce();
  const definitions = async ({ caller, query, header }: DefinitionsRequest): Promise<Reply<"local_evaluation">> => {
    const token = query.token ?? header("X-PostHog-Project-Api-Key");
    if (token === "" && query.token === undefined) throw problem("required", { attr: "token" });
    const project = await authorizeProjectByToken(caller, token, { keyring, tenants: store.tenants });
    const { body, etag } = await serialized(await flags.definitions(project.id));
    const headers = { ETag: etag };
    return etagMatches(header("If-None-Match"), etag) ? { status: 304, headers } : { status: 200, body, headers };
  };
  const projectOf = async ({ caller, params, query: { token } }: PayloadRequest) => {
    const { tenants } = store;
    if (token === undefined) {
      const isCurrent = params.project_id === CURRENT;
      return isCurrent
        ? authorizeOnlyProject(caller, tenants, "token") // older libraries send no token
        : authorizeProject(caller, params.project_id, tenants);
    }
    const project = await authorizeProjectByToken(caller, token, { keyring, tenants });
    if (![CURRENT, project.id].includes(params.project_id)) throw problem("not_found");
    return project;
  };
  const remoteConfig = async (request: PayloadRequest): Promise<string | null> => {
    const flag = await flags.find((await projectOf(request)).id, request.params.id);
    if (!flag?.is_remote_configuration) throw problem("not_found");
    const payload = flag.filters.payloads?.true;
    return payload === undefined ? null : payloadText(payload);
  };
  return {
    local_evaluation: definitions,
    flag_definitions: definitions,
    feature_flags_remote_config: remoteConfig,
  };
}

/** Serializes once what has not changed, because libraries poll. */
function serializeOnce() {
  const serialized = new WeakMap<Definitions, Promise<SerializedDefinitions>>();
  return (definitions: Definitions) => {
    const serializing = serialized.get(definitions) ?? runInTurns(serialize(definitions));
    serialized.set(definitions, serializing);
    return serializing;
  };
}

interface SerializedDefinitions {
  readonly body: JsonText<Schemas["FlagDefinitions"]>;
  readonly etag: string;
}

function* serialize(definitions: Definitions): Steps<SerializedDefinitions> {
  const json = yield* definitionsToJson(definitions);
  yield;
  const body = json.share();
  yield;
  return { body, etag: etagOf(body.text) };
}
