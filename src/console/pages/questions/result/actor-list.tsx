import { CohortRequest } from "../../../../../generated/console.ts";
import { ApiError } from "../../../api/client.ts";
import { type Call, useQueryPages } from "../../../api/operations.ts";
import { useGo } from "../../../api/place.ts";
import { NameButton } from "../../../components/form.tsx";
import { ActionButton, PageLink } from "../../../components/page.tsx";
import { type Column, Listing } from "../../../components/table.tsx";
import { formatCount } from "../../../components/text.tsx";
import { downloadCsv } from "./csv.ts";
import { type Actors, number, text } from "./shown.ts";

/** How many a file has at most, and a request for some of them. */
const [MAX_SAVED, SAVED_AT_ONCE] = [100_000, 1000];
/** How many persons a cohort may list. */
const MAX_LISTED = 20_000;
const NEW_COHORT = { small: true, submit: "Save", name: "", ...CohortRequest.name };
const MAX_LINKS = 5;
/** More sessions do not fit into an address. */
const MAX_SESSIONS = 100;
const select = ["actor", "event_count", "matched_recordings"] as const;

export function ActorList({ actors, caption }: { actors: Actors; caption: string }) {
  const query = { kind: "ActorsQuery" as const, source: actors, select: [...select] };
  const found = useQueryPages(query, actorsOf);
  const go = useGo();
  const load = async (call: Call, max: number) => {
    const all: Actor[] = [];
    for (let hasMore = true; hasMore && all.length < max; ) {
      const page = await call("query_create", {
        body: { query: { ...query, limit: SAVED_AT_ONCE, offset: all.length } },
      });
      const rows = actorsOf(page.results);
      all.push(...rows);
      hasMore = page.hasMore === true && rows.length > 0;
    }
    return all;
  };
  const save = async (call: Call) => downloadCsv(toTable(await load(call, MAX_SAVED)), caption);
  const keep = async (name: string, call: Call) => {
    const ids = (await load(call, MAX_LISTED + 1)).map(({ id }) => id);
    if (ids.length > MAX_LISTED) throw new ApiError(0, `A list has up to ${formatCount(MAX_LISTED)} persons.`);
    const { id } = await call("cohorts_create", { body: { name, is_static: true } });
    try {
      for (let from = 0; from < ids.length; from += SAVED_AT_ONCE) {
        const body = { person_ids: ids.slice(from, from + SAVED_AT_ONCE) };
        await call("cohorts_persons_add", { id: String(id), body });
      }
    } catch (error) {
      await call("cohorts_destroy", { id: String(id) }).catch(() => undefined);
      throw error;
    }
    go("cohorts", id);
  };
  return (
    <Listing
      of={found}
      caption={caption}
      columns={COLUMNS}
      above={({ results: rows }) =>
        rows.length > 0 && (
          <div class="row">
            <RecordingsLink {...{ actors, rows }} />
            <ActionButton label="Save all as CSV" busy="Saving…" small act={save} />
            {rows.some(({ page }) => page?.length === 1) && (
              <NameButton label="Save as cohort" title="Save them as a cohort" {...NEW_COHORT} send={keep} />
            )}
          </div>
        )
      }
      empty="Nobody"
    />
  );
}

function toTable(actors: readonly Actor[]) {
  return {
    columns: ["Who", "Email", "Id", "Distinct ids"].map(text).concat(number("Events")),
    rows: actors.map(({ label, email, id, distinctIds, events }) => [label, email, id, distinctIds, { value: events }]),
  };
}

/** Leads to all recordings of the list; for a step of a funnel, also beyond this page. */
function RecordingsLink({ actors, rows }: { actors: Actors; rows: readonly Actor[] }) {
  const sessions = rows.flatMap((row) => row.sessions).slice(0, MAX_SESSIONS);
  if (sessions.length === 0) return null;
  const filters =
    actors.kind === "FunnelsActorsQuery"
      ? new URLSearchParams({ funnel: JSON.stringify(actors) })
      : new URLSearchParams(sessions.map((session) => ["session", session]));
  return (
    <p>
      <PageLink to={["recordings"]} query={filters}>
        All their recordings
      </PageLink>
    </p>
  );
}

const COLUMNS: readonly Column<Actor>[] = [
  { title: "Who", cell: ({ label, page }) => (page ? <PageLink to={["persons", ...page]}>{label}</PageLink> : label) },
  { title: "Events", isNumber: true, cell: ({ events }) => formatCount(events) },
  {
    title: "Recordings",
    cell: ({ sessions }) => (
      <span class="row">
        {sessions.length === 0 && <span class="quiet">None</span>}
        {sessions.slice(0, MAX_LINKS).map((session, index) => (
          <PageLink key={session} to={["recordings", session]}>{`Recording ${index + 1}`}</PageLink>
        ))}
        {sessions.length > MAX_LINKS && <span class="quiet">{`and ${sessions.length - MAX_LINKS} more`}</span>}
      </span>
    ),
  },
];

type Actor = ReturnType<typeof actorsOf>[number];

interface Found {
  readonly id: string;
  readonly group_type_index?: number;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly created_at: string | null;
  readonly distinct_ids?: readonly string[];
}
type Row = readonly [actor: Found, events: number, recordings: readonly { readonly session_id: string }[]];

/** Reads rows of an `ActorsQuery` that selects actors, numbers of events and recordings. */
function actorsOf(results: unknown) {
  return (results as readonly Row[]).map(([actor, events, recordings]) => ({
    id: actor.id,
    label: labelOf(actor),
    email: typeof actor.properties.email === "string" ? actor.properties.email : null,
    distinctIds: (actor.distinct_ids ?? []).join(" "),
    page: pageOf(actor),
    events,
    sessions: recordings.map(({ session_id }) => session_id),
  }));
}

/** Returns where a page is, below the persons; null for visitors without a profile. */
function pageOf({ id, group_type_index, created_at }: Found): readonly (string | number)[] | null {
  if (created_at === null) return null;
  return group_type_index === undefined ? [id] : ["groups", group_type_index, id];
}

export function labelOf({ id, properties, distinct_ids }: Pick<Found, "id" | "properties" | "distinct_ids">): string {
  const named = [properties.email, properties.name].find((value) => typeof value === "string" && value !== "");
  return String(named ?? distinct_ids?.[0] ?? id);
}
