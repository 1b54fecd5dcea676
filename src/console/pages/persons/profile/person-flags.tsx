import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { client, type Schemas } from "../../../api/client.ts";
import { unwrap } from "../../../api/errors.ts";
import { useProject, useProjectPath } from "../../../api/session.ts";
import { useResource } from "../../../api/use-resource.ts";
import { Select } from "../../../components/field.tsx";
import { EmptyState, Loaded } from "../../../components/message.tsx";
import { Bar } from "../../../components/page.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import { Code } from "../../../components/text.tsx";
import type { Person } from "../find-persons.ts";

type ExplainedFlag = Schemas["ExplainedFlag"];

export function PersonFlags({ person: { distinct_ids: ids, name } }: { readonly person: Person }) {
  const { project } = useProject();
  const path = useProjectPath();
  const [id, setId] = useState(ids.find((candidate) => candidate === name) ?? ids[0] ?? "");
  const params = { path: { project_id: String(project.id) } };
  const body = { distinct_id: id };
  const flags = useResource(
    (signal) => unwrap(client.POST("/api/projects/{project_id}/feature_flags/evaluate", { params, body, signal })),
    [project.id, id],
    { keep: true },
  );
  const columns: readonly Column<ExplainedFlag>[] = [
    { title: "Flag", cell: (flag) => <Link href={path("flags", flag.id)}>{flag.key}</Link> },
    { title: "Value", cell: ({ enabled, variant }) => (enabled ? (variant ?? "on") : <span class="quiet">off</span>) },
    { title: "Why", cell: ({ reason }) => reason.description },
    { title: "Payload", cell: ({ payload }) => (payload === null ? "–" : <Code>{payload}</Code>) },
  ];
  return (
    <div class="timeline">
      {ids.length > 1 && (
        <Bar>
          <Select
            label="Distinct id"
            hint="Percentages depend on the id that a client sends."
            value={id}
            options={ids.map((value) => ({ value, label: value }))}
            onValue={setId}
          />
        </Bar>
      )}
      <Loaded resource={flags}>
        {({ flags: all }) =>
          all.length === 0 ? (
            <EmptyState title="The project has no flags">
              <p>
                <Link href={path("flags")}>Create the first flag</Link>
              </p>
            </EmptyState>
          ) : (
            <Table caption="Flags of this person" columns={columns} rows={all} keyOf={({ key }) => key} />
          )
        }
      </Loaded>
    </div>
  );
}
