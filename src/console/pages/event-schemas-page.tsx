import { useState } from "preact/hooks";
import { type Schemas, useOperation, usePages } from "../api/operations.ts";
import { DeleteButton } from "../components/dialog.tsx";
import { useForm } from "../components/form.tsx";
import { Button, ButtonLink, Card, Loaded, Message, Page, PageLink, pageOfOne } from "../components/page.tsx";
import { Properties } from "../components/properties.tsx";
import { changed, Listing } from "../components/table.tsx";
import { Code, Count, Time } from "../components/text.tsx";
import type { EventSchema } from "./event-schema-form.tsx";
import { BACK, consequence, draftOf, NewPage, parseSchema, SchemaForm } from "./event-schema-form.tsx";

const MAX_ROWS = 100;

const SchemaPage = pageOfOne("event_schemas", { title: "Event schema", back: BACK }, ({ one: schema }) => {
  const [saved, setSaved] = useState(schema);
  const form = useForm(
    draftOf(schema),
    async ({ event: _, schema: text, ...draft }, call) => {
      const body = { ...draft, schema: parseSchema(text), version: saved.version };
      const current = await call("event_schemas_partial_update", { id: saved.id, body });
      setSaved(current);
      return draftOf(current);
    },
    { asks: true },
  );
  return (
    <Page
      title={saved.event}
      back={BACK}
      actions={
        <DeleteButton
          {...{ of: "event_schemas", id: saved.id, area: "plan", title: "Delete the schema?" }}
          says={`The events “${saved.event}” are checked no more. Versions and violations are deleted with it.`}
        />
      }
    >
      <SchemaForm form={form} submit="Save">
        {form.isSaved && <Message tone="success">Version {saved.version} is saved.</Message>}
      </SchemaForm>
      <ViolationsCard event={saved.event} version={saved.version} />
      <VersionsCard schema={saved} onUse={(version) => form.set(draftOf(version))} />
    </Page>
  );
});

function ViolationsCard({ event, version }: Pick<EventSchema, "event" | "version">) {
  const input = { event, limit: MAX_ROWS };
  const found = useOperation("event_schema_violations_list", input, { keep: true, version });
  return (
    <Card title="Violations" actions={<Button label="Refresh" small onClick={found.reload} />}>
      <Loaded resource={found}>
        {({ results }) =>
          results.length === 0 ? (
            <p class="quiet">No event has violated the schema.</p>
          ) : (
            results.map((one) => <OfVersion key={one.version} violations={one} />)
          )
        }
      </Loaded>
    </Card>
  );
}

function OfVersion({ violations }: { readonly violations: Schemas["EventSchemaViolations"] }) {
  const { version, count, refused_count, last_at, examples } = violations;
  return (
    <section class="plan-version" aria-label={`Violations of version ${version}`}>
      <p>
        Version {version}: <Count value={count} unit="event" />
        {refused_count > 0 && (
          <>
            , <Count value={refused_count} /> not stored
          </>
        )}
        . The last one was processed <Time at={last_at} />.
      </p>
      {examples.map((example) => (
        <details key={example.event_id} class="plan-example">
          <summary class="wrap-anywhere">
            <Code>{example.path}</Code> {example.detail}
            <span class="small quiet">
              {" "}
              · <Time at={example.timestamp} /> · {example.distinct_id}
            </span>
          </summary>
          <Properties values={example.properties} />
        </details>
      ))}
    </section>
  );
}

function VersionsCard({ schema, onUse }: { schema: EventSchema; onUse: (version: EventSchema) => void }) {
  const { id, version: current } = schema;
  const input = { id, limit: MAX_ROWS };
  const versions = useOperation("event_schemas_versions_list", input, { keep: true, version: current });
  return (
    <Card title="Versions">
      <Listing
        of={versions}
        caption="Versions"
        keyOf={({ version }) => version}
        columns={[
          { title: "Version", cell: ({ version }) => <Count value={version} /> },
          { title: "If violated", cell: consequence },
          ...changed,
          {
            title: "Restore",
            cell: (one) =>
              one.version === current ? (
                <span class="quiet">Current</span>
              ) : (
                <Button label="Edit" small aria-label={`Edit version ${one.version}`} onClick={() => onUse(one)} />
              ),
          },
        ]}
      />
    </Card>
  );
}

function ListPage() {
  const violations = useOperation("event_schema_violations_list", { limit: 100 });
  const countOf = ({ id, version }: EventSchema) => {
    const found = violations.data?.results.find((one) => one.schema_id === id && one.version === version);
    return found?.count ?? 0;
  };
  const create = <ButtonLink label="New event schema" kind="main" to={["plan", "new"]} />;
  return (
    <Page title="Tracking plan" actions={create}>
      <Listing
        of={usePages("event_schemas_list", {})}
        caption="Event schemas"
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
          { title: "Version", count: ({ version }) => version },
          {
            title: "Violations",
            isNumber: true,
            cell: (schema) => (violations.data ? <Count value={countOf(schema)} /> : "…"),
          },
          { title: "Changed", time: ({ updated_at }) => updated_at },
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

export const pages = { "/": ListPage, "/new": NewPage, "/:id": SchemaPage };
