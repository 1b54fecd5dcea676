export interface SnippetOptions {
  readonly host: string;
  readonly projectKey: string;
  readonly flag: string;
  readonly variants: readonly string[];
}

/** Returns code that asks for a flag, by the name of what it is for. */
export function snippetsOf({ host, projectKey, flag, variants }: SnippetOptions): Readonly<Record<string, string>> {
  const [text, key, url] = [flag, projectKey, host].map((value) => JSON.stringify(value));
  const last = variants.at(-1);
  const variant = last === undefined ? null : JSON.stringify(last);
  const check = (boolean: string, text: string, equals = "===") => (variant ? `${text} ${equals} ${variant}` : boolean);
  const body = JSON.stringify({ api_key: projectKey, distinct_id: "DISTINCT_ID", flag_keys_to_evaluate: [flag] });
  return {
    JavaScript: `posthog.init(${key}, { api_host: ${url} });

posthog.onFeatureFlags(() => {
  if (${check(`posthog.isFeatureEnabled(${text})`, `posthog.getFeatureFlag(${text})`)}) {
    const payload = posthog.getFeatureFlagPayload(${text});
  }
});`,
    Node: `import { PostHog } from "posthog-node";

const posthog = new PostHog(${key}, { host: ${url} });

if (${check(
      `await posthog.isFeatureEnabled(${text}, "DISTINCT_ID")`,
      `(await posthog.getFeatureFlag(${text}, "DISTINCT_ID"))`,
    )}) {
  const payload = await posthog.getFeatureFlagPayload(${text}, "DISTINCT_ID");
}
await posthog.shutdown();`,
    Python: `from posthog import Posthog

posthog = Posthog(${key}, host=${url})

if ${check(
      `posthog.feature_enabled(${text}, "DISTINCT_ID")`,
      `posthog.get_feature_flag(${text}, "DISTINCT_ID")`,
      "==",
    )}:
    payload = posthog.get_feature_flag_payload(${text}, "DISTINCT_ID")`,
    Go: `client, err := posthog.NewWithConfig(${key}, posthog.Config{Endpoint: ${url}})
if err != nil {
    log.Fatal(err)
}
defer client.Close()

value, err := client.GetFeatureFlag(posthog.FeatureFlagPayload{Key: ${text}, DistinctId: "DISTINCT_ID"})
if err == nil && value == ${variant ?? "true"} {
    // the person gets it
}`,
    OpenFeature: `import { OFREPProvider } from "@openfeature/ofrep-provider";
import { OpenFeature } from "@openfeature/server-sdk";

const headers = [["Authorization", ${JSON.stringify(`Bearer ${projectKey}`)}]];
await OpenFeature.setProviderAndWait(new OFREPProvider({ baseUrl: ${url}, headers }));

const client = OpenFeature.getClient();
const value = await client.${variant ? "getStringValue" : "getBooleanValue"}(${text}, ${
      variant ? '""' : "false"
    }, { targetingKey: "DISTINCT_ID" });`,
    curl: `curl -X POST ${host}/flags/ -H 'Content-Type: application/json' \\
  -d '${body}'`,
  };
}
