import { useState } from "preact/hooks";
import { SERVICE_URL } from "../../api/client.ts";
import { useOperation } from "../../api/operations.ts";
import { Select } from "../../components/field.tsx";
import { Bar, Card, CopyButton, Loaded } from "../../components/page.tsx";
import { Code } from "../../components/text.tsx";
import { type Flag, filtersOf } from "./flags.ts";
import { snippetsOf } from "./snippets.ts";

export function SnippetCard({ flag }: { readonly flag: Flag }) {
  const [library, setLibrary] = useState("JavaScript");
  const keys = useOperation("project_keys_list", {});
  return (
    <Loaded resource={keys}>
      {([first]) => {
        const snippets = snippetsOf({
          host: SERVICE_URL.slice(0, -1),
          projectKey: first?.key ?? "PROJECT_API_KEY",
          flag: flag.key,
          variants: filtersOf(flag).multivariate?.variants.map(({ key }) => key) ?? [],
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
