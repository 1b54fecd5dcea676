import { Link } from "wouter-preact";
import { useProjectPath } from "../../api/session.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Fact, Properties } from "../../components/properties.tsx";
import { Code, CopyButton, Time } from "../../components/text.tsx";
import type { ShownEvent } from "./use-live-events.ts";

interface Props {
  readonly event: ShownEvent;
  readonly onClose: () => void;
}

export function EventDetails({ event, onClose }: Props) {
  const path = useProjectPath();
  const { $session_id: session } = event.properties;
  return (
    <Dialog
      wide
      title={event.event}
      onClose={onClose}
      actions={<CopyButton text={JSON.stringify(event, null, 2)}>Copy as JSON</CopyButton>}
    >
      <dl class="event-facts">
        <Fact name="Happened">
          <Time at={event.timestamp} />
        </Fact>
        <Fact name="Received">
          <Time at={event.created_at} />
        </Fact>
        <Fact name="Distinct id">
          <Code>{event.distinct_id}</Code>
        </Fact>
        {event.person && (
          <Fact name="Person">
            <Link href={path("persons", event.person.uuid)}>{event.person.name}</Link>
          </Fact>
        )}
        {typeof session === "string" && (
          <Fact name="Session">
            <Link href={path("recordings", session)}>Watch its recording, if there is one</Link>
          </Fact>
        )}
        <Fact name="UUID">
          <Code>{event.id}</Code>
        </Fact>
      </dl>
      <h3>Properties</h3>
      <Properties values={event.properties} />
    </Dialog>
  );
}
