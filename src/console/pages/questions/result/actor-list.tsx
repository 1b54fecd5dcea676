import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { client } from "../../../api/client.ts";
import { unwrap } from "../../../api/errors.ts";
import { useProject, useProjectPath } from "../../../api/session.ts";
import { useAction, useResource } from "../../../api/use-resource.ts";
import { Button } from "../../../components/button.tsx";
import { EmptyState, Loaded, Message } from "../../../components/message.tsx";
import { Pager } from "../../../components/pager.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import { formatCount } from "../../../components/text.tsx";
import { type Figure, number, text } from "../presentation/shown.ts";
import { type Actor, actorsOf } from "./actors.ts";
import { downloadCsv } from "./download.ts";

interface Props {
  readonly actors: Figure["actors"];
  readonly caption: string;
}

const LIMIT = 50;
/** How many a file has at most, and a request for some of them. */
const [MAX_SAVED, SAVED_AT_ONCE] = [100_000, 1000];
const MAX_LINKS = 5;
/** More sessions do not fit into an address. */
const MAX_SESSIONS = 100;
const select = ["actor", "event_count", "matched_recordings"] as const;

export function ActorList({ actors, caption }: Props) {
  const project_id = String(useProject().project.id);
  const [offset, setOffset] = useState(0);
  const columns = useColumns();
  const load = async (limit: number, from: number, signal: AbortSignal | null) => {
    if (actors === undefined) return { rows: [], hasMore: false };
    const query = { kind: "ActorsQuery" as const, source: actors, select: [...select], limit, offset: from };
    const params = { path: { project_id } };
    const request = client.POST("/api/projects/{project_id}/query", { params, body: { query }, signal });
    const { results, hasMore = false } = await unwrap(request);
    return { rows: actorsOf(results), hasMore };
  };
  const list = useResource((signal) => load(LIMIT, offset, signal), [JSON.stringify(actors), offset], { keep: true });
  const save = useAction(async () => {
    const all: Actor[] = [];
    for (let hasMore = true; hasMore && all.length < MAX_SAVED; ) {
      const page = await load(SAVED_AT_ONCE, all.length, null);
      all.push(...page.rows);
      hasMore = page.hasMore && page.rows.length > 0;
    }
    downloadCsv(toTable(all), caption);
  });
  return (
    <Loaded resource={list}>
      {({ rows, hasMore }) => (
        <>
          {save.error && <Message>{save.error.message}</Message>}
          {rows.length > 0 && (
            <div class="actor-actions">
              <RecordingsLink {...{ actors, rows }} />
              <Button small disabled={save.isRunning} onClick={() => void save.run()}>
                {save.isRunning ? "Saving…" : "Save all as CSV"}
              </Button>
            </div>
          )}
          {rows.length === 0 && <EmptyState title="Nobody" />}
          {rows.length > 0 && <Table {...{ caption, columns, rows }} keyOf={({ id }) => id} />}
          <Pager
            {...{ offset, limit: LIMIT }}
            count={hasMore ? null : offset + rows.length}
            shown={rows.length}
            onOffset={setOffset}
          />
        </>
      )}
    </Loaded>
  );
}

function toTable(actors: readonly Actor[]) {
  return {
    columns: ["Who", "Email", "Id", "Distinct ids"].map(text).concat(number("Events")),
    rows: actors.map(({ label, email, id, distinctIds, events }) => [label, email, id, distinctIds, { value: events }]),
  };
}

interface RecordingsLinkProps {
  readonly actors: Figure["actors"];
  readonly rows: readonly Actor[];
}

/** Leads to all recordings of the list; for a step of a funnel, also beyond this page. */
function RecordingsLink({ actors, rows }: RecordingsLinkProps) {
  const pathTo = useProjectPath();
  const sessions = rows.flatMap((row) => row.sessions).slice(0, MAX_SESSIONS);
  if (sessions.length === 0) return null;
  const filters =
    actors?.kind === "FunnelsActorsQuery"
      ? new URLSearchParams({ funnel: JSON.stringify(actors) })
      : new URLSearchParams(sessions.map((session) => ["session", session]));
  return (
    <p>
      <Link href={`${pathTo("recordings")}?${filters}`}>All their recordings</Link>
    </p>
  );
}

function useColumns(): Column<Actor>[] {
  const pathTo = useProjectPath();
  return [
    {
      title: "Who",
      cell: ({ label, page }) => (page ? <Link href={pathTo("persons", ...page)}>{label}</Link> : label),
    },
    { title: "Events", isNumber: true, cell: ({ events }) => formatCount(events) },
    {
      title: "Recordings",
      cell: ({ sessions }) => (
        <span class="actor-recordings">
          {sessions.length === 0 && <span class="quiet">None</span>}
          {sessions.slice(0, MAX_LINKS).map((session, index) => (
            <Link key={session} href={pathTo("recordings", session)}>{`Recording ${index + 1}`}</Link>
          ))}
          {sessions.length > MAX_LINKS && <span class="quiet">{`and ${sessions.length - MAX_LINKS} more`}</span>}
        </span>
      ),
    },
  ];
}
