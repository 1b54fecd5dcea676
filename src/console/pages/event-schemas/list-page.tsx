import { useOperation, usePages } from "../../api/operations.ts";
import { ButtonLink, Page, PageLink } from "../../components/page.tsx";
import { Listing } from "../../components/table.tsx";
import { Count, Time } from "../../components/text.tsx";
import { consequence, type EventSchema, NewPage } from "./schema-form.tsx";
import { SchemaPage } from "./schema-page.tsx";

function ListPage() {
  const violations = useOperation("event_schema_violations_list", { limit: 100 });
  const countOf = ({ id, version }: EventSchema) => {
    const found = violations.data?.results.find((one) => one.schema_id === id && one.version === version);
    return found?.count ?? 0;
  };
  const create = (
    <ButtonLink kind="main" to={["plan", "new"]}>
      New event schema
    </ButtonLink>
  );
  return (
    <Page title="Tracking plan" actions={create}>
      <Listing
        of={usePages("event_schemas_list", {})}
        caption="Event schemas"
        keyOf={({ id }) => id}
        columns={[
          {
            title: "Event",
            cell: ({ id, event, description }) => (
              <>
                <PageLink to={["plan", id]}>{event}</PageLink>
                {description && <p class="small quiet">{description}</p>}
              </>
            ),
          },
          { title: "If violated", cell: consequence },
          { title: "Version", isNumber: true, cell: ({ version }) => <Count value={version} /> },
          {
            title: "Violations",
            isNumber: true,
            cell: (schema) => (violations.data ? <Count value={countOf(schema)} /> : "…"),
          },
          { title: "Changed", cell: ({ updated_at }) => <Time at={updated_at} /> },
        ]}
        empty="No event has a schema yet"
        says={
          "A schema says what the properties of an event must be. Events that violate it are counted here, and " +
          "refused if you want that."
        }
      />
    </Page>
  );
}

export const pages = { "/": ListPage, "/new": NewPage, "/:schema": SchemaPage };
