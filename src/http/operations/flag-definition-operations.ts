import type { Schemas } from "../../../generated/openapi.ts";
import type { Definitions } from "../../flags/decide/flag-decider.ts";
import { payloadText } from "../../flags/define/flag-definition.ts";
import { problem } from "../../lib/problem.ts";
import { runInTurns, type Steps } from "../../lib/threads/loop-turns.ts";
import { authorizeOnlyProject, authorizeProject, authorizeProjectByToken } from "../../tenants/authorize.ts";
import { etagMatches, etagOf } from "../conditional-request.ts";
import type { HandlersOf, OperationRequest, Reply } from "../contract/operation-types.ts";
import type { JsonText } from "../raw-json.ts";
import type { ServicePorts } from "../service-ports.ts";
import { definitionsToJson } from "./flag-wire.ts";

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
  const remoteConfig = async (request: PayloadRequest): Promise<Reply<"feature_flags_remote_config">> => {
    const flag = await flags.find((await projectOf(request)).id, request.params.id);
    if (!flag?.isRemoteConfiguration) throw problem("not_found");
    const payload = flag.filters.payloads?.true;
    return { status: 200, body: payload === undefined ? null : payloadText(payload) };
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
