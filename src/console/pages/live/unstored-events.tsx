import { client, type Schemas } from "../../api/client.ts";
import { unwrap } from "../../api/errors.ts";
import { useFilters } from "../../api/hash-location.ts";
import { useIsAdmin, useProject } from "../../api/session.ts";
import { useAction, useResource } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { Select } from "../../components/field.tsx";
import { EmptyState, Loaded, Message } from "../../components/message.tsx";
import { Bar } from "../../components/page.tsx";
import { offsetFilter, Pager } from "../../components/pager.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Code, Count, formatCount, Time } from "../../components/text.tsx";

const REASONS: Readonly<Record<Schemas["DroppedEvents"]["reason"], string>> = {
  not_an_object: "not written as a JSON object",
  no_event: "without a name",
  no_distinct_id: "without a distinct id",
};

/** Lists reasons why events were dropped since the node started. */
function DroppedEvents() {
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

type DeadLetter = Schemas["DeadLetter"];

const LIMIT = 50;
const COLUMNS: readonly Column<DeadLetter>[] = [
  { title: "Event", cell: ({ event }) => event || <span class="quiet">A whole request</span> },
  { title: "Why", cell: ({ reason }) => reason },
  { title: "Distinct id", cell: ({ distinct_id: id }) => id || "–" },
  { title: "Begins with", cell: ({ excerpt }) => <Code>{excerpt}</Code> },
  { title: "Size", isNumber: true, cell: ({ bytes }) => <Count value={bytes} unit="byte" /> },
  { title: "When", cell: ({ set_aside_at: at }) => <Time at={at} /> },
];

/** Lists events that were accepted but not stored, to store them again. */
export function UnstoredEvents() {
  const { project } = useProject();
  const isAdmin = useIsAdmin();
  const [filters, change] = useFilters();
  const [reason, offset] = [filters.get("reason") ?? "", Number(filters.get("offset") ?? 0)];
  const path = { project_id: String(project.id) };
  const query = { limit: LIMIT, offset, ...(reason !== "" && { reason }) };
  const letters = useResource(
    (signal) => unwrap(client.GET("/api/projects/{project_id}/dead_letters", { params: { path, query }, signal })),
    [project.id, reason, offset],
    { keep: true },
  );
  const replay = useAction(async (chosen: string) => {
    const body = { reason: chosen };
    await unwrap(client.POST("/api/projects/{project_id}/dead_letters/replay", { params: { path }, body }));
    change({ reason: "", offset: "" });
    letters.reload();
  });
  return (
    <div class="live">
      {isAdmin && <DroppedEvents />}
      <Loaded resource={letters}>
        {({ count, results, causes }) =>
          causes.length === 0 ? (
            <EmptyState title="The store has refused no event">
              <p>An event that the store refuses for good appears here, with the reason and a way to store it again.</p>
            </EmptyState>
          ) : (
            <>
              <Bar>
                <Select
                  label="Why it was refused"
                  value={reason}
                  options={[
                    { value: "", label: "Any reason" },
                    ...causes.map((cause) => ({
                      value: cause.reason,
                      label: `${cause.reason} (${formatCount(cause.count)})`,
                    })),
                  ]}
                  onValue={(value) => change({ reason: value, offset: "" })}
                />
                {reason !== "" && (
                  <Button disabled={replay.isRunning} onClick={() => replay.run(reason)}>
                    Store these again
                  </Button>
                )}
              </Bar>
              {replay.error && <Message>{replay.error.message}</Message>}
              <Table caption="Events that were refused, newest first" columns={COLUMNS} rows={results} keyOf={keyOf} />
              <Pager
                offset={offset}
                limit={LIMIT}
                count={count}
                shown={results.length}
                onOffset={(value) => change(offsetFilter(value))}
              />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

const keyOf = ({ uuid, set_aside_at: at }: DeadLetter) => `${uuid} ${at}`;
