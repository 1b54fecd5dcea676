import { useState } from "preact/hooks";
import { client, SERVICE_URL } from "../../api/client.ts";
import { unwrap } from "../../api/errors.ts";
import { useProject } from "../../api/session.ts";
import { useResource } from "../../api/use-resource.ts";
import { Select } from "../../components/field.tsx";
import { Loaded } from "../../components/message.tsx";
import { Bar, Card } from "../../components/page.tsx";
import { Code, CopyButton } from "../../components/text.tsx";
import { type Flag, filtersOf } from "./flags.ts";
import { snippetsOf } from "./snippets.ts";

export function SnippetCard({ flag }: { readonly flag: Flag }) {
  const project_id = String(useProject().project.id);
  const [library, setLibrary] = useState("JavaScript");
  const keys = useResource(
    (signal) => unwrap(client.GET("/api/projects/{project_id}/keys", { params: { path: { project_id } }, signal })),
    [project_id],
  );
  return (
    <Loaded resource={keys}>
      {([first]) => {
        const snippets = snippetsOf({
          host: SERVICE_URL.slice(0, -1),
          projectKey: first?.key ?? "PROJECT_API_KEY",
          flag: flag.key,
          variants: (filtersOf(flag).multivariate?.variants ?? []).map(({ key }) => key),
        });
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
