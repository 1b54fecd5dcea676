import { useEffect, useState } from "preact/hooks";
import { useFilters } from "../../api/place.ts";
import { Field } from "../../components/field.tsx";
import { Bar, Button, EmptyState, Loading, Message, Page } from "../../components/page.tsx";
import { SendEvents } from "../../components/send-events.tsx";
import { AddressTabs } from "../../components/tabs.tsx";
import { EventTable, useLiveEvents } from "./event-table.tsx";
import { UnstoredEvents } from "./unstored-events.tsx";

export function StoredEvents() {
  const [filters, change] = useFilters();
  const [isPaused, setPaused] = useState(false);
  const [wasEmpty, setWasEmpty] = useState(false);
  const [event, distinctId] = [filters.get("event") ?? "", filters.get("distinct_id") ?? ""];
  const isFiltered = event !== "" || distinctId !== "";
  const query = { event, distinct_id: distinctId };
  const { newest, events, showOlder, older, forgetOlder } = useLiveEvents(query, !isPaused);
  const isEmpty = newest.data !== undefined && events.length === 0 && !showOlder;
  useEffect(() => {
    if (isEmpty && !isFiltered) setWasEmpty(true);
  }, [isEmpty, isFiltered]);

  if (isEmpty && !isFiltered && !newest.error) {
    return (
      <EmptyState title="Send the first event">
        <p role="status">This page listens, and shows the event as soon as it is stored.</p>
        <SendEvents />
      </EmptyState>
    );
  }
  const pause = () => {
    if (isPaused) forgetOlder();
    setPaused(!isPaused);
  };
  return (
    <div class="stack">
      <Bar>
        <Field label="Event" value={event} onValue={(value) => change({ event: value })} placeholder="$pageview" />
        <Field label="Distinct id" value={distinctId} onValue={(value) => change({ distinct_id: value })} />
        <Button onClick={pause}>{isPaused ? "Continue" : "Pause"}</Button>
        <p class="live-state quiet" role="status">
          {isPaused ? "Paused" : newest.error ? "Not connected, trying again" : "Listening for events"}
        </p>
      </Bar>
      {wasEmpty && events.length > 0 && <Message tone="success">The first event has arrived.</Message>}
      {newest.error && <Message onRetry={newest.reload}>{newest.error.message}</Message>}
      {newest.data === undefined && !newest.error && <Loading />}
      {isEmpty && isFiltered && (
        <EmptyState
          title="No event matches"
          says="Names and ids must match exactly. Events that match appear here when they are stored."
        >
          <Button onClick={() => change({ event: "", distinct_id: "" })}>Show all events</Button>
        </EmptyState>
      )}
      {events.length > 0 && <EventTable caption="Events, newest first" events={events} />}
      {older.error && <Message>{older.error.message}</Message>}
      {showOlder && (
        <div>
          <Button
            disabled={older.isRunning}
            onClick={() => {
              setPaused(true);
              showOlder();
            }}
          >
            Show older events
          </Button>
        </div>
      )}
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

export const pages = { "/": LivePage };
