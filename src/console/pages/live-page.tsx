import { useRef, useState } from "preact/hooks";
import { type Call, type Schemas, useOperation, usePages } from "../api/operations.ts";
import { useFilters, useIsAdmin } from "../api/place.ts";
import { Field, Select } from "../components/field.tsx";
import { ActionButton, Bar, Button, EmptyState, Message, MoreButton, Page } from "../components/page.tsx";
import { SendEvents } from "../components/send-events.tsx";
import { type Column, Listing } from "../components/table.tsx";
import { AddressTabs } from "../components/tabs.tsx";
import { Code, Count, formatCount, Time } from "../components/text.tsx";
import { EventTable, useLiveEvents } from "./live-events.tsx";

function StoredEvents() {
  const [, change, field] = useFilters();
  const [isPaused, setPaused] = useState(false);
  const wasEmpty = useRef(false);
  const [event, distinctId] = [field("event", ""), field("distinct_id", "")];
  const isFiltered = event.value + distinctId.value !== "";
  const { newest, older } = useLiveEvents({ event: event.value, distinct_id: distinctId.value }, !isPaused);
  const events = older.rows;
  const isEmpty = newest.data !== undefined && events.length === 0 && !older.show;
  wasEmpty.current ||= isEmpty && !isFiltered;

  if (isEmpty && !isFiltered && !newest.error) {
    return (
      <EmptyState title="Send the first event">
        <p role="status">This page listens, and shows the event as soon as it is stored.</p>
        <SendEvents />
      </EmptyState>
    );
  }
  const pause = () => {
    if (isPaused) older.forget();
    setPaused(!isPaused);
  };
  const showOlder = () => {
    setPaused(true);
    older.show?.();
  };
  return (
    <div class="stack">
      <Bar>
        <Field label="Event" placeholder="$pageview" {...event} />
        <Field label="Distinct id" {...distinctId} />
        <Button label={isPaused ? "Continue" : "Pause"} onClick={pause} />
        <p class="live-state quiet" role="status">
          {isPaused ? "Paused" : newest.error ? "Not connected, trying again" : "Listening for events"}
        </p>
      </Bar>
      {wasEmpty.current && events.length > 0 && <Message tone="success">The first event has arrived.</Message>}
      <EventTable
        caption="Events, newest first"
        of={{ ...newest, data: newest.data && { results: events, hasMore: older.show !== undefined } }}
        empty={isFiltered ? "No event matches" : null}
        says={
          <>
            Names and ids must match exactly. Events that match appear here when they are stored.{" "}
            <Button label="Show all events" onClick={() => change({ event: "", distinct_id: "" })} />
          </>
        }
      />
      <MoreButton of={{ ...older, show: older.show && showOlder }} label="Show older events" />
    </div>
  );
}

const TABS = [
  { id: "stored", label: "Stored", panel: <StoredEvents /> },
  { id: "refused", label: "Not stored", panel: <UnstoredEvents /> },
];

function LivePage() {
  return (
    <Page title="Live">
      <AddressTabs label="Events" tabs={TABS} />
    </Page>
  );
}

const REASONS: Readonly<Record<Schemas["DroppedEvents"]["reason"], string>> = {
  not_an_object: "not written as a JSON object",
  no_event: "without a name",
  no_distinct_id: "without a distinct id",
};

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
  { title: "When", time: ({ set_aside_at: at }) => at },
];

function UnstoredEvents() {
  const isAdmin = useIsAdmin();
  const [filters, change] = useFilters();
  const reason = filters.get("reason") ?? "";
  const letters = usePages("dead_letters_list", { reason }, { isInAddress: true });
  const replay = async (call: Call) => {
    await call("dead_letters_replay", { body: { reason } });
    change({ reason: "", offset: "" });
    letters.reload();
  };
  const choose = (causes: NonNullable<typeof letters.data>["causes"]) => (
    <Bar>
      <Select
        label="Why it was refused"
        value={reason}
        options={[
          { value: "", label: "Any reason" },
          ...causes.map(({ reason: value, count }) => ({ value, label: `${value} (${formatCount(count)})` })),
        ]}
        onValue={(value) => change({ reason: value, offset: "" })}
      />
      {reason !== "" && <ActionButton label="Store these again" act={replay} />}
    </Bar>
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

export const pages = { "/": LivePage };
