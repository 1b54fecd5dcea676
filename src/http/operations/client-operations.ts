import type { Schemas } from "../../../generated/openapi.ts";
import { publicFeatures } from "../../flags/manage/early-access.ts";
import { problem } from "../../lib/problem.ts";
import { lookupCache } from "../../store/lookup-cache.ts";
import { isPersonalKey } from "../../tenants/keyring.ts";
import { etagMatches, etagOf } from "../conditional-request.ts";
import type { HandlersOf, OperationHandlers, OperationRequest, Reply } from "../contract/operation-types.ts";
import { chooseVariant, type PackedContent } from "../pages/packed-content.ts";
import { JsonText } from "../raw-json.ts";
import type { ServicePorts } from "../service-ports.ts";
import { servedSurveys } from "./survey-operations.ts";

type RemoteConfig = Schemas["RemoteConfig"];
type Handlers = HandlersOf<"remote_config" | "client_script" | "web_experiments" | "product_tours"> &
  OperationHandlers<"surveys" | "early_access_features">;

/** A changed survey takes effect after `ttlMs`. A project's surveys may have 1.6 MB. */
const SURVEYS = { ttlMs: 5000, max: 50 };

export function clientOperations(ports: ServicePorts): Handlers {
  const { projects, clientSettings, scripts, rateLimits, store, now } = ports;
  const projectOf = async (token = "") => {
    if (isPersonalKey(token)) throw problem("invalid_api_key");
    return (await projects.find({ apiKey: token })).projectId;
  };
  const surveys = lookupCache((projectId) => servedSurveys(projectId, ports), { now, ...SURVEYS });
  const settingsFor = async (token: string): Promise<RemoteConfig> => {
    const projectId = await projectOf(token);
    return { token, hasFeatureFlags: true, ...(await clientSettings(projectId)).config };
  };
  return {
    remote_config: async ({ params, header }) => {
      const body = JsonText.of(await settingsFor(params.token));
      const headers = { ETag: etagOf(body.text) };
      if (etagMatches(header("If-None-Match"), headers.ETag)) return { status: 304, headers };
      return { status: 200, body, headers };
    },
    remote_config_script: async ({ params, header }) => {
      const stream = settingsScript(await settingsFor(params.token));
      const headers = { ETag: etagOf(stream) };
      if (etagMatches(header("If-None-Match"), headers.ETag)) return { status: 304, headers };
      return { status: 200, type: "text/javascript", stream, headers };
    },
    client_script: async (request) => {
      rateLimits.address_pages?.consume(request.clientAddress());
      return scriptReply(await scripts.read(request.params.file), request);
    },
    client_script_version: async (request) => {
      rateLimits.address_pages?.consume(request.clientAddress());
      if (request.params.version !== (await scripts.version())) throw problem("not_found");
      return scriptReply(await scripts.read(request.params.file), request);
    },
    surveys: async ({ query }) => {
      const projectId = await projectOf(query.token);
      return { surveys: (await surveys.get(projectId)) ?? [] };
    },
    early_access_features: async ({ query }) => {
      const stages = query.stage ?? ["beta"];
      const earlyAccessFeatures = await publicFeatures(await projectOf(query.token), stages, store.records);
      return { earlyAccessFeatures };
    },
    web_experiments: async () => ({ experiments: [] }),
    product_tours: async () => ({ product_tours: [] }),
  };
}

/** Needs no escapes: a valid key has no character that would end the script. */
function settingsScript(config: RemoteConfig): string {
  const [token, found] = [JSON.stringify(config.token), JSON.stringify({ config, siteApps: [] })];
  return `(window._POSTHOG_REMOTE_CONFIG = window._POSTHOG_REMOTE_CONFIG || {})[${token}] = ${found};\n`;
}

type ScriptRequest = Pick<OperationRequest<"client_script">, "acceptsGzip" | "header">;

function scriptReply(script: PackedContent | null, { acceptsGzip, header }: ScriptRequest): Reply<"client_script"> {
  if (script === null) throw problem("not_found");
  const { headers: variant, bytes } = chooseVariant(script, acceptsGzip(), header("If-None-Match"));
  const headers = { ...variant, "Cache-Control": "public, max-age=3600" };
  return bytes === null ? { status: 304, headers } : { status: 200, type: "text/javascript", stream: bytes, headers };
}
