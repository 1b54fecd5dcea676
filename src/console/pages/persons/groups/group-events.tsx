import { useState } from "preact/hooks";
import { client, type Schemas } from "../../../api/client.ts";
import { unwrap } from "../../../api/errors.ts";
import { useProject } from "../../../api/session.ts";
import { useResource } from "../../../api/use-resource.ts";
import { EmptyState, Loaded } from "../../../components/message.tsx";
import { Pager } from "../../../components/pager.tsx";
import { EventTable } from "../../live/event-table.tsx";
import type { ShownEvent } from "../../live/use-live-events.ts";
import { labelOf } from "../../questions/result/actors.ts";

interface Props {
  readonly properties: Schemas["QueryPropertyFilter"][];
}

type Row = readonly [
  Omit<ShownEvent, "id" | "person"> & { readonly uuid: string },
  { readonly uuid: string; readonly properties: Readonly<Record<string, unknown>> } | null,
  string | null,
];

const LIMIT = 50;

export function GroupEvents({ properties }: Props) {
  const project_id = String(useProject().project.id);
  const [offset, setOffset] = useState(0);
  const events = useResource(
    async (signal) => {
      const select = ["*", "person", "person.created_at"];
      const query = { kind: "EventsQuery" as const, select, properties, after: "all", limit: LIMIT, offset };
      const request = { params: { path: { project_id } }, body: { query }, signal };
      const { results, hasMore = false } = await unwrap(client.POST("/api/projects/{project_id}/query", request));
      return { events: (results as readonly Row[]).map(eventOf), hasMore };
    },
    [JSON.stringify(properties), offset],
    { keep: true },
  );
  return (
    <Loaded resource={events}>
      {({ events: shown, hasMore }) => (
        <>
          {shown.length === 0 && (
            <EmptyState title="No event names this group">
              <p>Only its properties were sent, or its events were removed since.</p>
            </EmptyState>
          )}
          {shown.length > 0 && <EventTable caption="Events of this group, newest first" events={shown} />}
          <Pager
            {...{ offset, limit: LIMIT }}
            count={hasMore ? null : offset + shown.length}
            shown={shown.length}
            onOffset={setOffset}
          />
        </>
      )}
    </Loaded>
  );
}

/** Only persons who were created have a page. */
function eventOf([{ uuid: id, ...event }, person, since]: Row): ShownEvent {
  if (person === null || since === null) return { ...event, id, person: null };
  const { uuid, properties } = person;
  const name = labelOf({ id: uuid, properties, distinct_ids: [event.distinct_id] });
  return { ...event, id, person: { uuid, name } };
}
