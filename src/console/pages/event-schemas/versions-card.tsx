import { useResource } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { Loaded } from "../../components/message.tsx";
import { Card } from "../../components/page.tsx";
import { Table } from "../../components/table.tsx";
import { Count, Time } from "../../components/text.tsx";
import { type EventSchema, useSchemas } from "./schemas.ts";

interface VersionsCardProps {
  readonly schema: EventSchema;
  /** Called with an older version, to edit it. */
  readonly onUse: (version: EventSchema) => void;
}

export function VersionsCard({ schema: { id, version: current }, onUse }: VersionsCardProps) {
  const schemas = useSchemas();
  const versions = useResource((signal) => schemas.versions(id, signal), [schemas, id, current], { keep: true });
  return (
    <Card title="Versions">
      <Loaded resource={versions}>
        {({ results }) => (
          <Table<EventSchema>
            caption="Versions"
            rows={results}
            keyOf={({ version }) => version}
            columns={[
              { title: "Version", cell: ({ version }) => <Count value={version} /> },
              { title: "If violated", cell: ({ mode }) => (mode === "refuse" ? "Refused" : "Stored") },
              { title: "Changed", cell: ({ updated_at }) => <Time at={updated_at} /> },
              { title: "By", cell: ({ updated_by }) => updated_by?.email ?? "" },
              {
                title: "Restore",
                cell: (one) =>
                  one.version === current ? (
                    <span class="quiet">Current</span>
                  ) : (
                    <Button small aria-label={`Edit version ${one.version}`} onClick={() => onUse(one)}>
                      Edit
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}
