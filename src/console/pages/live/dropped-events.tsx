import { client, type Schemas } from "../../api/client.ts";
import { unwrap } from "../../api/errors.ts";
import { useProject } from "../../api/session.ts";
import { useResource } from "../../api/use-resource.ts";
import { Message } from "../../components/message.tsx";
import { Count, Time } from "../../components/text.tsx";

const REASONS: Readonly<Record<Schemas["DroppedEvents"]["reason"], string>> = {
  not_an_object: "not written as a JSON object",
  no_event: "without a name",
  no_distinct_id: "without a distinct id",
};

/** Says how many events were dropped since the node started, and why, so that the instrumentation can be fixed. */
export function DroppedEvents() {
  const { project } = useProject();
  const params = { path: { project_id: String(project.id) } };
  const { data } = useResource(
    (signal) => unwrap(client.GET("/api/projects/{project_id}/health", { params, signal })),
    [project.id],
  );
  if (!data || data.dropped.length === 0) return null;
  return (
    <Message tone="warning">
      <p>
        Events that were dropped since <Time at={data.running_since} />:
      </p>
      <ul>
        {data.dropped.map(({ reason, count }) => (
          <li key={reason}>
            <Count value={count} unit="event" /> {REASONS[reason] ?? reason}
          </li>
        ))}
      </ul>
    </Message>
  );
}
