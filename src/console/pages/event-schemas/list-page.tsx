import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { useProjectPath } from "../../api/session.ts";
import { useResource } from "../../api/use-resource.ts";
import { ButtonLink } from "../../components/button.tsx";
import { EmptyState, Loaded } from "../../components/message.tsx";
import { Page } from "../../components/page.tsx";
import { Pager } from "../../components/pager.tsx";
import { Table } from "../../components/table.tsx";
import { Count, Time } from "../../components/text.tsx";
import { type EventSchema, useSchemas } from "./schemas.ts";

const LIMIT = 50;

export function ListPage() {
  const schemas = useSchemas();
  const pathTo = useProjectPath();
  const [offset, setOffset] = useState(0);
  const list = useResource((signal) => schemas.list(offset, LIMIT, signal), [schemas, offset], { keep: true });
  const violations = useResource((signal) => schemas.violations(undefined, signal), [schemas]);
  const countOf = ({ id, version }: EventSchema) => {
    const found = violations.data?.results.find((one) => one.schema_id === id && one.version === version);
    return found?.count ?? 0;
  };
  return (
    <Page
      title="Tracking plan"
      actions={
        <ButtonLink kind="main" to={pathTo("plan", "new")}>
          New event schema
        </ButtonLink>
      }
    >
      <Loaded resource={list}>
        {({ results, count }) =>
          count === 0 ? (
            <EmptyState title="No event has a schema yet">
              <p>
                A schema says what the properties of an event must be. Events that violate it are counted here, and
                refused if you want that.
              </p>
            </EmptyState>
          ) : (
            <>
              <Table<EventSchema>
                caption="Event schemas"
                rows={results}
                keyOf={({ id }) => id}
                columns={[
                  {
                    title: "Event",
                    cell: ({ id, event, description }) => (
                      <>
                        <Link href={pathTo("plan", id)}>{event}</Link>
                        {description && <p class="small quiet plan-description">{description}</p>}
                      </>
                    ),
                  },
                  { title: "If violated", cell: ({ mode }) => (mode === "refuse" ? "Refused" : "Stored") },
                  { title: "Version", isNumber: true, cell: ({ version }) => <Count value={version} /> },
                  {
                    title: "Violations",
                    isNumber: true,
                    cell: (schema) => (violations.data ? <Count value={countOf(schema)} /> : "…"),
                  },
                  { title: "Changed", cell: ({ updated_at }) => <Time at={updated_at} /> },
                ]}
              />
              <Pager {...{ offset, count }} limit={LIMIT} shown={results.length} onOffset={setOffset} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
