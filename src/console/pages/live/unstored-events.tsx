import { type Schemas, useAction, useCall, useOperation, usePages } from "../../api/operations.ts";
import { useFilters, useIsAdmin } from "../../api/place.ts";
import { Select } from "../../components/field.tsx";
import { Bar, Button, Message } from "../../components/page.tsx";
import { type Column, Listing } from "../../components/table.tsx";
import { Code, Count, formatCount, Time } from "../../components/text.tsx";

const REASONS: Readonly<Record<Schemas["DroppedEvents"]["reason"], string>> = {
  not_an_object: "not written as a JSON object",
  no_event: "without a name",
  no_distinct_id: "without a distinct id",
};

/** Lists reasons why events were dropped since the node started. */
function DroppedEvents() {
  const { data } = useOperation("project_health_retrieve", {});
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
  const call = useCall();
  const isAdmin = useIsAdmin();
  const [filters, change] = useFilters();
  const reason = filters.get("reason") ?? "";
  const letters = usePages("dead_letters_list", { reason }, { isInAddress: true });
  const replay = useAction(async (chosen: string) => {
    await call("dead_letters_replay", { body: { reason: chosen } });
    change({ reason: "", offset: "" });
    letters.reload();
  });
  const choose = (causes: NonNullable<typeof letters.data>["causes"]) => (
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
    </>
  );
  return (
    <div class="stack">
      {isAdmin && <DroppedEvents />}
      <Listing
        of={letters}
        caption="Events that were refused, newest first"
        columns={COLUMNS}
        keyOf={({ uuid, set_aside_at: at }) => `${uuid} ${at}`}
        above={({ causes }) => causes.length > 0 && choose(causes)}
        empty={letters.data?.causes.length === 0 ? "The store has refused no event" : undefined}
        says="An event that the store refuses for good appears here, with the reason and a way to store it again."
      />
    </div>
  );
}
