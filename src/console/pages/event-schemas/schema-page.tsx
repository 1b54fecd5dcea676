import { useState } from "preact/hooks";
import { Link, useLocation } from "wouter-preact";
import { type Schemas, useCall, useOperation } from "../../api/operations.ts";
import { forgetEdits, useParam, useProjectPath } from "../../api/place.ts";
import { ConfirmButton } from "../../components/dialog.tsx";
import { useForm } from "../../components/form.tsx";
import { Button, Card, Loaded, Message, Page } from "../../components/page.tsx";
import { Properties } from "../../components/properties.tsx";
import { Listing } from "../../components/table.tsx";
import { Code, Count, Time } from "../../components/text.tsx";
import { draftOf, type EventSchema, parseSchema, SchemaForm } from "./schema-form.tsx";

/** Limits the newest versions and violations that are shown. */
const MAX_ROWS = 100;

export function SchemaPage() {
  const id = useParam("schema");
  const pathTo = useProjectPath();
  const found = useOperation("event_schemas_retrieve", { id });
  const back = <Link href={pathTo("plan")}>Tracking plan</Link>;
  if (found.data) return <Editor key={id} schema={found.data} back={back} />;
  return (
    <Page title="Event schema" back={back}>
      <Loaded resource={found}>{() => null}</Loaded>
    </Page>
  );
}

function Editor({ schema, back }: { readonly schema: EventSchema; readonly back: preact.ComponentChild }) {
  const call = useCall();
  const pathTo = useProjectPath();
  const [, navigate] = useLocation();
  const [saved, setSaved] = useState(schema);
  const form = useForm(
    draftOf(schema),
    async ({ event: _, schema: text, ...draft }) => {
      const body = { ...draft, schema: parseSchema(text), version: saved.version };
      const changed = await call("event_schemas_partial_update", { id: saved.id, body });
      setSaved(changed);
      return draftOf(changed);
    },
    { asks: true },
  );
  const remove = async () => {
    await call("event_schemas_destroy", { id: saved.id });
    forgetEdits();
    navigate(pathTo("plan"));
  };
  return (
    <Page
      title={saved.event}
      back={back}
      actions={
        <ConfirmButton
          label="Delete"
          title="Delete the schema?"
          says={`The events “${saved.event}” are checked no more. Versions and violations are deleted with it.`}
          confirm="Delete"
          act={remove}
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
}

function ViolationsCard({ event, version }: Pick<EventSchema, "event" | "version">) {
  const input = { event, limit: MAX_ROWS };
  const found = useOperation("event_schema_violations_list", input, { keep: true, version });
  return (
    <Card
      title="Violations"
      actions={
        <Button small onClick={found.reload}>
          Refresh
        </Button>
      }
    >
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

interface VersionsCardProps {
  readonly schema: EventSchema;
  /** Called with an older version, to edit it. */
  readonly onUse: (version: EventSchema) => void;
}

function VersionsCard({ schema: { id, version: current }, onUse }: VersionsCardProps) {
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
    </Card>
  );
}
