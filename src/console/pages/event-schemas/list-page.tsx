import { Link } from "wouter-preact";
import { useOperation, usePages } from "../../api/operations.ts";
import { useProjectPath } from "../../api/place.ts";
import { ButtonLink, EmptyState, Page } from "../../components/page.tsx";
import { Listing } from "../../components/table.tsx";
import { Count, Time } from "../../components/text.tsx";
import { type EventSchema, NewPage } from "./schema-form.tsx";
import { SchemaPage } from "./schema-page.tsx";

function ListPage() {
  const pathTo = useProjectPath();
  const list = usePages("event_schemas_list", {});
  const violations = useOperation("event_schema_violations_list", { limit: 100 });
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
      <Listing
        of={list}
        caption="Event schemas"
        keyOf={({ id }) => id}
        columns={[
          {
            title: "Event",
            cell: ({ id, event, description }) => (
              <>
                <Link href={pathTo("plan", id)}>{event}</Link>
                {description && <p class="small quiet">{description}</p>}
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
        empty={
          <EmptyState title="No event has a schema yet">
            <p>
              A schema says what the properties of an event must be. Events that violate it are counted here, and
              refused if you want that.
            </p>
          </EmptyState>
        }
      />
    </Page>
  );
}

export const pages = { "/": ListPage, "/new": NewPage, "/:schema": SchemaPage };
