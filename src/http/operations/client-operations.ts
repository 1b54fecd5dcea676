import type { components } from "../../../generated/openapi.ts";
import { problem } from "../../lib/problem.ts";
import { isPersonalKey } from "../../tenants/keyring.ts";
import { etagMatches, etagOf } from "../conditional-request.ts";
import type { OperationHandlers, OperationRequest, Reply } from "../contract/operation-types.ts";
import { chooseVariant, type PackedContent } from "../pages/packed-content.ts";
import { JsonText } from "../raw-json.ts";
import type { ServicePorts } from "../service-ports.ts";

type RemoteConfig = components["schemas"]["RemoteConfig"];
type SettingsOperationId = "remote_config" | "remote_config_script";
type ScriptOperationId = "client_script" | "client_script_version";
type UnsupportedOperationId = "surveys" | "early_access_features" | "web_experiments" | "product_tours";

/** Serves what client libraries load by themselves, with empty lists for unsupported features. */
export function clientOperations({
  projects,
  clientSettings,
  scripts,
  rateLimits,
}: ServicePorts): OperationHandlers<SettingsOperationId | ScriptOperationId | UnsupportedOperationId> {
  const settingsFor = async (token: string): Promise<RemoteConfig> => {
    if (isPersonalKey(token)) throw problem("invalid_api_key");
    const { projectId } = await projects.find({ apiKey: token });
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
    surveys: async () => ({ status: 200, body: { surveys: [] } }),
    early_access_features: async () => ({ status: 200, body: { earlyAccessFeatures: [] } }),
    web_experiments: async () => ({ status: 200, body: { experiments: [] } }),
    product_tours: async () => ({ status: 200, body: { product_tours: [] } }),
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
