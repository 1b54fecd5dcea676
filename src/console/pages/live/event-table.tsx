import { useState } from "preact/hooks";
import { type Schemas, useAction, useCall, usePolling, useResource } from "../../api/operations.ts";
import { Dialog } from "../../components/dialog.tsx";
import { CopyButton, PageLink } from "../../components/page.tsx";
import { Facts, Properties } from "../../components/properties.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Code, Time } from "../../components/text.tsx";

export function EventTable({ caption, events }: { caption: string; events: readonly ShownEvent[] }) {
  const [opened, setOpened] = useState<ShownEvent>();
  const columns: readonly Column<ShownEvent>[] = [
    {
      title: "Event",
      cell: (event) => (
        <button type="button" class="event-name" onClick={() => setOpened(event)}>
          {event.event}
        </button>
      ),
    },
    {
      title: "Person",
      cell: ({ event, person, distinct_id: id, properties }) => {
        if (person) return <PageLink to={["persons", person.uuid]}>{person.name}</PageLink>;
        const { $group_type: type, $group_key: key } = properties;
        const isOfGroup = event === "$groupidentify" && typeof type === "string" && typeof key === "string";
        return isOfGroup ? `${type} ${key}` : id;
      },
    },
    { title: "Where", cell: ({ properties }) => <span class="quiet">{placeOf(properties)}</span> },
    { title: "When", cell: ({ timestamp }) => <Time at={timestamp} /> },
  ];
  return (
    <>
      <Table caption={caption} columns={columns} rows={events} keyOf={({ id }) => id} />
      {opened && <EventDetails event={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function placeOf(properties: ShownEvent["properties"]): string {
  const { $current_url: url, $screen_name: screen, $lib: library } = properties;
  const found = [url, screen, library].find((value) => typeof value === "string" && value !== "");
  return typeof found === "string" ? found : "–";
}

export function EventDetails({ event, onClose }: { event: ShownEvent; onClose: () => void }) {
  const { person } = event;
  const { $session_id: session } = event.properties;
  return (
    <Dialog
      wide
      title={event.event}
      onClose={onClose}
      actions={<CopyButton text={JSON.stringify(event, null, 2)}>Copy as JSON</CopyButton>}
    >
      <Facts
        facts={[
          ["Happened", <Time at={event.timestamp} />],
          ["Received", <Time at={event.created_at} />],
          ["Distinct id", <Code>{event.distinct_id}</Code>],
          person && ["Person", <PageLink to={["persons", person.uuid]}>{person.name}</PageLink>],
          typeof session === "string" && [
            "Session",
            <PageLink to={["recordings", session]}>Watch its recording, if there is one</PageLink>,
          ],
          ["UUID", <Code>{event.id}</Code>],
        ]}
      />
      <h3>Properties</h3>
      <Properties values={event.properties} />
    </Dialog>
  );
}

export type StoredEvent = Schemas["StoredEvent"];

export interface ShownEvent extends Omit<StoredEvent, "person"> {
  readonly person: Pick<Schemas["Person"], "uuid" | "name"> | null;
}

interface EventPage {
  readonly results: readonly StoredEvent[];
  readonly next: string | null;
}

interface EventFilters {
  readonly event?: string;
  readonly distinct_id?: string;
  readonly person_id?: string;
}

const LIMIT = 50;
const PAUSE_MS = 2000;

/** Loads the newest events, again and again if `isLive`, and older ones on request. */
export function useLiveEvents(filters: EventFilters, isLive: boolean) {
  const call = useCall();
  const [older, setOlder] = useState<EventPage>();
  const newest = useResource<EventPage>(
    (signal) => {
      setOlder(undefined);
      return call("events_list", { ...filters, limit: LIMIT }, { signal });
    },
    [call, JSON.stringify(filters)],
    { keep: true },
  );
  usePolling(newest, PAUSE_MS, isLive);
  const last = older ?? newest.data;
  const loadOlder = useAction(async () => {
    const cursor = new URL(last?.next ?? "").searchParams.get("cursor") ?? "";
    const page = await call("events_list", { ...filters, limit: LIMIT, cursor });
    setOlder({ results: [...(older?.results ?? []), ...page.results], next: page.next });
  });
  return {
    newest,
    events: [...(newest.data?.results ?? []), ...(older?.results ?? [])],
    showOlder: last?.next ? () => void loadOlder.run() : undefined,
    older: loadOlder,
    forgetOlder: () => setOlder(undefined),
  };
}
