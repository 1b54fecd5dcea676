import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { useProjectPath } from "../../api/session.ts";
import { type Column, Table } from "../../components/table.tsx";
import { Time } from "../../components/text.tsx";
import { EventDetails } from "./event-details.tsx";
import type { ShownEvent } from "./use-live-events.ts";

interface Props {
  readonly caption: string;
  readonly events: readonly ShownEvent[];
}

export function EventTable({ caption, events }: Props) {
  const [opened, setOpened] = useState<ShownEvent>();
  const path = useProjectPath();
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
      cell: ({ person, distinct_id: id }) =>
        person ? <Link href={path("persons", person.uuid)}>{person.name}</Link> : id,
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
