import { useState } from "preact/hooks";
import { type Schemas, useAction, useOperation, usePolling } from "../../api/operations.ts";
import { useGo, useParam, useProject } from "../../api/place.ts";
import { ConfirmButton, Dialog } from "../../components/dialog.tsx";
import { Select } from "../../components/field.tsx";
import { Bar, Button, Card, CopiedCode, Loaded, Message, Page, PageLink, pageOfOne } from "../../components/page.tsx";
import { Facts, Properties } from "../../components/properties.tsx";
import { saveFile } from "../../components/save-file.ts";
import { Listing } from "../../components/table.tsx";
import { AddressTabs } from "../../components/tabs.tsx";
import { Code, Time } from "../../components/text.tsx";
import { Timeline } from "./timeline.tsx";

type Person = Schemas["Person"];

const BACK = <PageLink to="/">All persons</PageLink>;

export const PersonPage = pageOfOne("persons", { title: "Person", back: BACK }, ({ one: person }) => (
  <Page
    title={person.name}
    back={BACK}
    actions={
      <>
        <ExportButton person={person} />
        <EraseButton person={person} />
      </>
    }
  >
    <Identity person={person} />
    <AddressTabs
      label="About this person"
      tabs={[
        { id: "timeline", label: "Timeline", panel: <Timeline person={person} /> },
        {
          id: "properties",
          label: "Properties",
          panel: (
            <Card>
              <Properties values={person.properties ?? {}} />
            </Card>
          ),
        },
        { id: "flags", label: "Flags", panel: <PersonFlags person={person} /> },
      ]}
    />
  </Page>
));

function ExportButton({ person: { uuid } }: { readonly person: Person }) {
  const save = useAction(async (call) => {
    const file: unknown = await call("persons_export", { id: uuid }, { parseAs: "blob" });
    saveFile(file as Blob, `person-${uuid}.zip`);
  });
  return (
    <>
      <Button label={save.isRunning ? "Exporting…" : "Export"} disabled={save.isRunning} onClick={() => save.run()} />
      {save.error && (
        <Dialog title="The export broke off" onClose={save.reset}>
          <Message onRetry={() => save.run()}>{save.error.message}</Message>
        </Dialog>
      )}
    </>
  );
}

function EraseButton({ person: { uuid, name } }: { readonly person: Person }) {
  const { project } = useProject();
  const go = useGo();
  const says = (
    <>
      <p class="wrap-anywhere">
        Everything that is stored about <strong>{name}</strong> in the project {project.name} will be erased:
      </p>
      <ul>
        <li>the person with all properties and distinct ids,</li>
        <li>all events, also those that still wait to be stored,</li>
        <li>all recordings.</li>
      </ul>
      <p>
        Answers to questions will no longer count these events. Nothing can be restored. Later events with the same
        distinct ids begin a new person.
      </p>
    </>
  );
  return (
    <ConfirmButton
      label="Erase"
      title="Erase this person?"
      says={says}
      confirm="Erase for good"
      act={(call) => call("persons_destroy", { id: uuid }).then(({ id }) => go("persons", "erasures", id))}
    />
  );
}

const SHOWN_IDS = 3;

function Identity({ person: { uuid, distinct_ids: ids, created_at: since } }: { readonly person: Person }) {
  // A person may be created by a later event than the first, with anonymous visits before.
  const query = { kind: "EventsQuery" as const, personId: uuid, after: "all", select: ["min(timestamp)"] };
  const first = useOperation("query_create", { body: { query } });
  const [[time] = []] = (first.data?.results ?? []) as readonly (readonly (string | null)[])[];
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? ids : ids.slice(0, SHOWN_IDS);
  const list = (
    <>
      <ul class="list">
        {shown.map((id) => (
          <li key={id}>
            <Code>{id}</Code>
          </li>
        ))}
      </ul>
      {ids.length > SHOWN_IDS && !isOpen && (
        <Button small onClick={() => setOpen(true)}>
          Show {ids.length - SHOWN_IDS} more
        </Button>
      )}
    </>
  );
  return (
    <Card>
      <Facts
        facts={[
          ["First seen", first.isLoading ? "…" : <Time at={time ?? since} />],
          ["UUID", <CopiedCode text={uuid} />],
          ["Distinct ids", list],
        ]}
      />
    </Card>
  );
}

function PersonFlags({ person: { distinct_ids: ids, name } }: { readonly person: Schemas["Person"] }) {
  const [id, setId] = useState(ids.find((candidate) => candidate === name) ?? ids[0] ?? "");
  const found = useOperation("feature_flags_evaluate", { body: { distinct_id: id } }, { keep: true });
  return (
    <div class="stack apart">
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
          { title: "Flag", cell: (flag) => <PageLink to={["flags", flag.id]}>{flag.key}</PageLink> },
          {
            title: "Value",
            cell: ({ enabled, variant }) => (enabled ? (variant ?? "on") : <span class="quiet">off</span>),
          },
          { title: "Why", cell: ({ reason }) => reason.description },
          { title: "Payload", cell: ({ payload }) => (payload === null ? "–" : <Code>{payload}</Code>) },
        ]}
        empty="The project has no flags"
        says={<PageLink to={["flags"]}>Create the first flag</PageLink>}
      />
    </div>
  );
}

const PAUSE_MS = 1000;

export function ErasurePage() {
  const erasure = useOperation("erasures_retrieve", { id: useParam("erasure") });
  usePolling(erasure, PAUSE_MS, erasure.data?.state === "pending");
  return (
    <Page title="Erasing a person" back={BACK}>
      <Loaded resource={erasure}>
        {({ state, requested_at: requested, completed_at: completed, waiting_for: nodes }) => (
          <>
            <ol class="list erasure-steps">
              <li data-done>
                Requested <Time at={requested} />
              </li>
              {state === "completed" ? (
                <li data-done>
                  Completed <Time at={completed} />
                </li>
              ) : (
                <li>Erasing events, recordings and properties…</li>
              )}
            </ol>
            {state === "completed" ? (
              <Message tone="success">Nothing of the person is left.</Message>
            ) : (
              <Message tone="info">
                <p>This continues if you leave the page. As a rule it takes some ten seconds.</p>
                {nodes.map((node) => (
                  <p key={node.id}>
                    Waiting for the node {node.name}, which last reported <Time at={node.last_seen_at} />
                  </p>
                ))}
              </Message>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}
