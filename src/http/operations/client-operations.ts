import { Readable } from "node:stream";
import type { components } from "../../../generated/openapi.ts";
import { isPersonalKey } from "../../access/keyring.ts";
import { problem } from "../../problem.ts";
import type { OperationHandlers, Reply } from "../contract/operation-types.ts";
import { JsonText } from "../json-text.ts";
import type { ClientScripts } from "../pages/client-scripts.ts";
import type { ServicePorts } from "../service-ports.ts";
import { CLIENT_SETTINGS } from "./client-settings.ts";
import { etagMatches, etagOf } from "./conditional-request.ts";

type RemoteConfig = components["schemas"]["RemoteConfig"];
type SettingsOperationId = "remote_config" | "remote_config_script";
type ScriptOperationId = "client_script" | "client_script_version";
type UnsupportedOperationId = "surveys" | "early_access_features" | "web_experiments" | "product_tours";

/** Returns what client libraries load by themselves: settings, scripts, and empty lists for unsupported features. */
export function clientOperations({
  projects,
  scripts,
}: ServicePorts): OperationHandlers<SettingsOperationId | ScriptOperationId | UnsupportedOperationId> {
  const settingsFor = async (token: string): Promise<RemoteConfig> => {
    if (isPersonalKey(token)) throw problem("invalid_api_key");
    await projects.find({ apiKey: token });
    return { token, hasFeatureFlags: true, ...CLIENT_SETTINGS };
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
    client_script: async ({ params, acceptsGzip }) => scriptReply(scripts, params.file, acceptsGzip()),
    client_script_version: async ({ params, acceptsGzip }) => {
      if (params.version !== (await scripts.version())) throw problem("not_found");
      return scriptReply(scripts, params.file, acceptsGzip());
    },
    surveys: async () => ({ status: 200, body: { surveys: [] } }),
    early_access_features: async () => ({ status: 200, body: { earlyAccessFeatures: [] } }),
    web_experiments: async () => ({ status: 200, body: { experiments: [] } }),
    product_tours: async () => ({ status: 200, body: { product_tours: [] } }),
  };
}

/** The token is a valid key, so that it has no character that would end the script. */
function settingsScript(config: RemoteConfig): string {
  const [token, found] = [JSON.stringify(config.token), JSON.stringify({ config, siteApps: [] })];
  return `(window._POSTHOG_REMOTE_CONFIG = window._POSTHOG_REMOTE_CONFIG || {})[${token}] = ${found};\n`;
}

async function scriptReply(
  scripts: ClientScripts,
  file: string,
  acceptsGzip: boolean,
): Promise<Reply<"client_script">> {
  const script = await scripts.read(file);
  if (script === null) throw problem("not_found");
  const bytes = acceptsGzip ? script.gzipped : script.plain;
  const headers = {
    "Cache-Control": "public, max-age=3600",
    Vary: "Accept-Encoding",
    "Content-Length": String(bytes.byteLength),
    ...(acceptsGzip && { "Content-Encoding": "gzip" }),
  };
  return { status: 200, type: "text/javascript", stream: Readable.from([bytes]), headers };
}
