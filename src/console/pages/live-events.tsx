import { useState } from "preact/hooks";
import { type Call, type Input, type Schemas, useMore, usePolling, useResource } from "../api/operations.ts";
import { Dialog } from "../components/dialog.tsx";
import { CopyButton, PageLink } from "../components/page.tsx";
import { Facts, Properties } from "../components/properties.tsx";
import { type Column, Listing, type ListingProps } from "../components/table.tsx";
import { Code, Time } from "../components/text.tsx";

type Events = { readonly results: readonly ShownEvent[]; readonly hasMore?: boolean };

export function EventTable(props: Pick<ListingProps<Events>, "of" | "caption" | "empty" | "says">) {
  const [opened, setOpened] = useState<ShownEvent>();
  const columns: readonly Column<ShownEvent>[] = [
    {
      title: "Event",
      cell: (event) => (
        <button type="button" class="plain event-name" onClick={() => setOpened(event)}>
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
    { title: "Where", cell: ({ properties }) => <span class="quiet">{placeOf(properties, "$lib") || "–"}</span> },
    { title: "When", time: ({ timestamp }) => timestamp },
  ];
  return (
    <>
      <Listing {...props} columns={columns} />
      {opened && <EventDetails event={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** Returns the address or screen of an event; otherwise another property. */
export function placeOf(properties: ShownEvent["properties"], ...others: string[]): string {
  const places = ["$current_url", "$screen_name", ...others].map((name) => properties[name]);
  return String(places.find((value) => typeof value === "string" && value !== "") ?? "");
}

export function EventDetails({ event, onClose }: { event: ShownEvent; onClose: () => void }) {
  const { person } = event;
  const { $session_id: session } = event.properties;
  return (
    <Dialog
      wide
      title={event.event}
      onClose={onClose}
      actions={<CopyButton label="Copy as JSON" text={JSON.stringify(event, null, 2)} />}
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

const LIMIT = 50;
const PAUSE_MS = 2000;

/** Loads the newest events, again and again if `isLive`, and older ones on request. */
export function useLiveEvents(filters: Partial<Input<"events_list">>, isLive: boolean) {
  const load = (call: Call, page: { readonly cursor?: string }, signal: AbortSignal | null = null) =>
    call("events_list", { ...filters, ...page, limit: LIMIT } as Input<"events_list">, { signal });
  const newest = useResource(
    (signal, call) => {
      older.forget();
      return load(call, {}, signal);
    },
    [JSON.stringify(filters)],
    { keep: true },
  );
  usePolling(newest, PAUSE_MS, isLive);
  const older = useMore(newest.data, (call, next) => {
    return load(call, { cursor: new URL(next).searchParams.get("cursor") ?? "" });
  });
  return { newest, older };
}
