import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import type { Schemas } from "../../api/client.ts";
import { useOperation } from "../../api/operations.ts";
import { useProjectPath } from "../../api/session.ts";
import { Select } from "../../components/field.tsx";
import { EmptyState } from "../../components/message.tsx";
import { Bar } from "../../components/page.tsx";
import { Listing } from "../../components/table.tsx";
import { Code } from "../../components/text.tsx";

export function PersonFlags({ person: { distinct_ids: ids, name } }: { readonly person: Schemas["Person"] }) {
  const path = useProjectPath();
  const [id, setId] = useState(ids.find((candidate) => candidate === name) ?? ids[0] ?? "");
  const found = useOperation("feature_flags_evaluate", { body: { distinct_id: id } }, { keep: true });
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
      <Listing
        of={{ ...found, data: found.data?.flags }}
        caption="Flags of this person"
        keyOf={({ key }) => key}
        columns={[
          { title: "Flag", cell: (flag) => <Link href={path("flags", flag.id)}>{flag.key}</Link> },
          {
            title: "Value",
            cell: ({ enabled, variant }) => (enabled ? (variant ?? "on") : <span class="quiet">off</span>),
          },
          { title: "Why", cell: ({ reason }) => reason.description },
          { title: "Payload", cell: ({ payload }) => (payload === null ? "–" : <Code>{payload}</Code>) },
        ]}
        empty={
          <EmptyState title="The project has no flags">
            <p>
              <Link href={path("flags")}>Create the first flag</Link>
            </p>
          </EmptyState>
        }
      />
    </div>
  );
}
