import { useState } from "preact/hooks";
import { SERVICE_URL } from "../../api/client.ts";
import { useOperation } from "../../api/operations.ts";
import { Select } from "../../components/field.tsx";
import { Bar, Card, CopyButton, Loaded } from "../../components/page.tsx";
import { Code } from "../../components/text.tsx";
import { type Flag, filtersOf } from "./flags.ts";

export function SnippetCard({ flag }: { readonly flag: Flag }) {
  const [library, setLibrary] = useState("JavaScript");
  const keys = useOperation("project_keys_list", {});
  return (
    <Loaded resource={keys}>
      {([first]) => {
        const snippets = snippetsOf(flag, first?.key ?? "PROJECT_API_KEY");
        const text = snippets[library] ?? "";
        return (
          <Card title="Ask for the flag" actions={<CopyButton text={text} />}>
            <Bar>
              <Select
                label="Library"
                options={Object.keys(snippets).map((name) => ({ value: name, label: name }))}
                value={library}
                onValue={setLibrary}
              />
            </Bar>
            <Code block>{text}</Code>
            <p class="small quiet">
              DISTINCT_ID stands for the person, as in the events that you send. Libraries report what they got as an
              exposure.
            </p>
          </Card>
        );
      }}
    </Loaded>
  );
}

/** Returns code that asks for a flag, by the name of what it is for. */
function snippetsOf(flag: Flag, projectKey: string): Readonly<Record<string, string>> {
  const host = SERVICE_URL.slice(0, -1);
  const [text, key, url] = [flag.key, projectKey, host].map((value) => JSON.stringify(value));
  const last = filtersOf(flag).multivariate?.variants.at(-1);
  const variant = last ? JSON.stringify(last.key) : null;
  const check = (boolean: string, text: string, equals = "===") => (variant ? `${text} ${equals} ${variant}` : boolean);
  const body = JSON.stringify({ api_key: projectKey, distinct_id: "DISTINCT_ID", flag_keys_to_evaluate: [flag.key] });
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
