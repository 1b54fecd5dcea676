import { useState } from "preact/hooks";
import { SERVICE_URL } from "../api/client.ts";
import { useOperation } from "../api/operations.ts";
import { clientSnippets } from "./client-snippets.ts";
import { CopyButton, Loaded } from "./page.tsx";
import { Tabs } from "./tabs.tsx";
import { Code } from "./text.tsx";

export function SendEvents() {
  const [selected, select] = useState("");
  const keys = useOperation("project_keys_list", {});
  return (
    <Loaded resource={keys}>
      {([first]) => {
        if (!first) return <p>The project has no key. Create one in the settings.</p>;
        const snippets = clientSnippets(SERVICE_URL.slice(0, -1), first.key);
        const shown = snippets.find(({ name }) => name === selected) ?? snippets[0];
        return (
          <div class="stack send-events">
            <Tabs
              label="Where events come from"
              tabs={snippets.map(({ name }) => ({ id: name, label: name }))}
              selected={shown?.name ?? ""}
              onSelect={select}
            >
              <Code block>{shown?.text ?? ""}</Code>
              <CopyButton text={shown?.text ?? ""} />
            </Tabs>
            <p class="small quiet">
              Other libraries of the PostHog family work unmodified, too: give them this key, and{" "}
              {SERVICE_URL.slice(0, -1)} as the host.
            </p>
          </div>
        );
      }}
    </Loaded>
  );
}
