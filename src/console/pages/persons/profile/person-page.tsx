import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { client } from "../../../api/client.ts";
import { unwrap } from "../../../api/errors.ts";
import { useFilters } from "../../../api/hash-location.ts";
import { useParam, useProject } from "../../../api/session.ts";
import { useAction, useResource } from "../../../api/use-resource.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Loaded, Message } from "../../../components/message.tsx";
import { Card, Page } from "../../../components/page.tsx";
import { Properties } from "../../../components/properties.tsx";
import { Tabs } from "../../../components/tabs.tsx";
import { Code, CopyButton, Time } from "../../../components/text.tsx";
import type { Person } from "../find-persons.ts";
import { EraseDialog } from "./erase-dialog.tsx";
import { PersonFlags } from "./person-flags.tsx";
import { Timeline } from "./timeline.tsx";

function ExportButton({ person: { uuid } }: { readonly person: Person }) {
  const { project } = useProject();
  const save = useAction(async () => {
    const params = { path: { project_id: String(project.id), id: uuid } };
    const request = client.GET("/api/projects/{project_id}/persons/{id}/export", { params, parseAs: "blob" });
    saveFile(await unwrap<Blob>(request), `person-${uuid}.zip`);
  });
  return (
    <>
      <Button disabled={save.isRunning} onClick={() => save.run()}>
        {save.isRunning ? "Exporting…" : "Export"}
      </Button>
      {save.error && (
        <Dialog title="The export broke off" onClose={save.reset}>
          <Message onRetry={() => save.run()}>{save.error.message}</Message>
        </Dialog>
      )}
    </>
  );
}

function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

const TABS = [
  { id: "timeline", label: "Timeline" },
  { id: "properties", label: "Properties" },
  { id: "flags", label: "Flags" },
];

export function PersonPage() {
  const { project } = useProject();
  const id = useParam("person");
  const params = { path: { project_id: String(project.id), id } };
  const person = useResource(
    (signal) => unwrap(client.GET("/api/projects/{project_id}/persons/{id}", { params, signal })),
    [project.id, id],
  );
  const [isErasing, setErasing] = useState(false);
  return (
    <Page
      title={person.data?.name ?? "Person"}
      back={<Link href="/">All persons</Link>}
      actions={
        person.data && (
          <>
            <ExportButton person={person.data} />
            <Button onClick={() => setErasing(true)}>Erase</Button>
          </>
        )
      }
    >
      <Loaded resource={person}>{(found) => <Profile person={found} />}</Loaded>
      {isErasing && person.data && <EraseDialog person={person.data} onClose={() => setErasing(false)} />}
    </Page>
  );
}

function Profile({ person }: { readonly person: Person }) {
  const [filters, change] = useFilters();
  const tab = filters.get("tab") ?? "timeline";
  const select = (id: string) => change({ tab: id === "timeline" ? "" : id });
  return (
    <>
      <Identity person={person} />
      <Tabs label="About this person" tabs={TABS} selected={tab} onSelect={select}>
        {tab === "properties" ? (
          <Card>
            <Properties values={person.properties ?? {}} />
          </Card>
        ) : tab === "flags" ? (
          <PersonFlags person={person} />
        ) : (
          <Timeline person={person} />
        )}
      </Tabs>
    </>
  );
}

const SHOWN_IDS = 3;

function Identity({ person: { uuid, distinct_ids: ids, created_at: since } }: { readonly person: Person }) {
  const first = useFirstEvent(uuid);
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? ids : ids.slice(0, SHOWN_IDS);
  return (
    <Card>
      <dl class="event-facts">
        <div>
          <dt class="quiet small">First seen</dt>
          <dd>{first.isLoading ? "…" : <Time at={first.data ?? since} />}</dd>
        </div>
        <div>
          <dt class="quiet small">UUID</dt>
          <dd>
            <Code>{uuid}</Code> <CopyButton text={uuid} />
          </dd>
        </div>
        <div>
          <dt class="quiet small">Distinct ids</dt>
          <dd>
            <ul class="person-ids">
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
          </dd>
        </div>
      </dl>
    </Card>
  );
}

/** Asks when the first event happened: a person may be created by a later one, with anonymous visits before. */
function useFirstEvent(personId: string) {
  const project_id = String(useProject().project.id);
  return useResource(
    async (signal) => {
      const query = { kind: "EventsQuery" as const, personId, after: "all", select: ["min(timestamp)"] };
      const params = { path: { project_id } };
      const request = client.POST("/api/projects/{project_id}/query", { params, body: { query }, signal });
      const [[time] = []] = (await unwrap(request)).results as readonly (readonly (string | null)[])[];
      return time ?? null;
    },
    [project_id, personId],
  );
}
