import { useMemo, useState } from "preact/hooks";
import { groupBy } from "../../../lib/group-by.ts";
import { type Schemas, useOperation } from "../../api/operations.ts";
import { formatClock } from "../../components/format.ts";
import { EmptyState, Loading, Message, MoreButton, PageLink } from "../../components/page.tsx";
import { formatCount, Time, useZone } from "../../components/text.tsx";
import { EventDetails, placeOf, type StoredEvent, useLiveEvents } from "../live-events.tsx";

type Recording = Schemas["SessionRecording"];
type TimelineEntry = { readonly key: string; readonly at: string } & Partial<{
  readonly event: StoredEvent;
  readonly recording: Recording;
}>;

/** Interleaves by day, newest first. Omits recordings before the oldest loaded event while older events can follow. */
function interleave(
  events: readonly StoredEvent[],
  recordings: readonly Recording[],
  hasOlder: boolean,
  timeZone: string | undefined,
): (readonly [day: string, entries: readonly TimelineEntry[]])[] {
  const oldest = hasOlder ? Date.parse(events.at(-1)?.timestamp ?? "") : Number.NEGATIVE_INFINITY;
  const all: readonly TimelineEntry[] = [
    ...events.map((event) => ({ key: event.id, at: event.timestamp, event })),
    ...recordings
      .filter(({ start_time: at }) => !(Date.parse(at) < oldest))
      .map((recording) => ({ key: `recording ${recording.id}`, at: recording.start_time, recording })),
  ];
  const sorted = all.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: "full", ...(timeZone && { timeZone }) });
  return [...groupBy(sorted, ({ at }) => format.format(new Date(at)))];
}

const MAX_RECORDINGS = 100;

export function Timeline({ person: { uuid } }: { readonly person: Schemas["Person"] }) {
  const [opened, setOpened] = useState<StoredEvent>();
  const { newest, older } = useLiveEvents({ person_id: uuid }, false);
  const { rows: events, show: showOlder } = older;
  const recordings = useOperation("session_recordings_list", { person_uuid: uuid, limit: MAX_RECORDINGS });
  const found = recordings.data?.results;
  const zone = useZone();
  const hasOlder = showOlder !== undefined;
  const days = useMemo(() => interleave(events, found ?? [], hasOlder, zone), [events, found, hasOlder, zone]);
  const error = newest.error ?? recordings.error;
  if (!error && (newest.data === undefined || recordings.isLoading)) return <Loading />;
  return (
    <div class="stack apart">
      {error && (
        <Message
          onRetry={() => {
            newest.reload();
            recordings.reload();
          }}
        >
          {error.message}
        </Message>
      )}
      {days.length === 0 && !error && !showOlder && (
        <EmptyState
          title="No event is stored"
          says="The person was made by an event that was removed since, or whose retention has ended."
        />
      )}
      {days.map(([day, entries]) => (
        <section key={day} class="list">
          <h2>{day}</h2>
          <ol class="timeline-entries">
            {entries.map((entry) => (
              <Entry key={entry.key} entry={entry} onOpen={setOpened} />
            ))}
          </ol>
        </section>
      ))}
      <MoreButton of={older} label="Show older events" />
      {opened && <EventDetails event={opened} onClose={() => setOpened(undefined)} />}
    </div>
  );
}

function Entry({ entry, onOpen }: { entry: TimelineEntry; onOpen: (event: StoredEvent) => void }) {
  const { event, recording } = entry;
  return (
    <li class={recording ? "timeline-entry timeline-recording" : "timeline-entry"}>
      <Time at={entry.at} short />
      {event && (
        <button type="button" class="plain event-name" onClick={() => onOpen(event)}>
          {event.event}
        </button>
      )}
      {event && <span class="quiet wrap-anywhere">{placeOf(event.properties)}</span>}
      {recording && <RecordingLink {...recording} />}
    </li>
  );
}

function RecordingLink({ id, recording_duration: seconds, click_count: clicks, start_url: url }: Recording) {
  return (
    <>
      <PageLink to={["recordings", id]}>Watch the recording</PageLink>
      <span class="quiet wrap-anywhere">
        {formatClock(seconds * 1000)} min, {formatCount(clicks, "click")}
        {url ? `, from ${url}` : ""}
      </span>
    </>
  );
}
