import { useState } from "preact/hooks";
import { client, SERVICE_URL } from "../api/client.ts";
import { unwrap } from "../api/errors.ts";
import { useProject } from "../api/session.ts";
import { useResource } from "../api/use-resource.ts";
import { clientSnippets } from "./client-snippets.ts";
import { Loaded } from "./message.tsx";
import { Tabs } from "./tabs.tsx";
import { Code, CopyButton } from "./text.tsx";

export function SendEvents() {
  const project_id = String(useProject().project.id);
  const [selected, select] = useState("");
  const keys = useResource(
    (signal) => unwrap(client.GET("/api/projects/{project_id}/keys", { params: { path: { project_id } }, signal })),
    [project_id],
  );
  return (
    <Loaded resource={keys}>
      {([first]) => {
        if (!first) return <p>The project has no key. Create one in the settings.</p>;
        const snippets = clientSnippets(SERVICE_URL.slice(0, -1), first.key);
        const shown = snippets.find(({ name }) => name === selected) ?? snippets[0];
        return (
          <div class="send-events">
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
