import { useState } from "preact/hooks";
import { SERVICE_URL } from "../api/client.ts";
import { useOperation } from "../api/operations.ts";
import { clientSnippets } from "./client-snippets.ts";
import { CopyButton, Loaded } from "./page.tsx";
import { Tabs } from "./tabs.tsx";
import { Code } from "./text.tsx";

export function SendEvents() {
  const [selected, select] = useState<string>("Web site");
  const keys = useOperation("project_keys_list", {});
  return (
    <Loaded resource={keys}>
      {([first]) => {
        if (!first) return <p>The project has no key. Create one in the settings.</p>;
        const snippets = clientSnippets(SERVICE_URL.slice(0, -1), first.key);
        const text = snippets[selected as keyof typeof snippets];
        return (
          <div class="stack send-events">
            <Tabs
              label="Where events come from"
              tabs={Object.keys(snippets).map((name) => ({ id: name, label: name }))}
              selected={selected}
              onSelect={select}
            >
              <Code block>{text}</Code>
              <CopyButton text={text} />
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
