import { useEffect } from "preact/hooks";
import { useLocation, useSearch } from "wouter-preact";
import { useCall, useMore, useResource } from "../../api/operations.ts";
import { useProjectPath } from "../../api/place.ts";
import { formatClock } from "../../components/format.ts";
import { Button, EmptyState, Loaded, MoreButton, Page, PageLink } from "../../components/page.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Count, formatCount, Time } from "../../components/text.tsx";
import { needsQuery, type RecordingFilter, readFilter, writeFilter } from "./filter.ts";
import { FilterForm } from "./filter-form.tsx";
import { lastSearch, RecordingPage } from "./recording-page.tsx";
import { findRecordings, nameRecording, type RecordingsPage } from "./recordings-api.ts";
import { isLive, type Recording } from "./snapshots-api.ts";

const COLUMNS: readonly Column<Recording>[] = [
  { title: "Who", cell: (recording) => <Who recording={recording} /> },
  { title: "Began at", cell: ({ start_url }) => <span class="small">{start_url ?? "an unknown page"}</span> },
  { title: "Start", cell: ({ start_time }) => <Time at={start_time} /> },
  { title: "Duration", isNumber: true, cell: ({ recording_duration }) => formatClock(recording_duration * 1000) },
  { title: "Clicks", isNumber: true, cell: ({ click_count }) => <Count value={click_count} /> },
  { title: "Keys", isNumber: true, cell: ({ keypress_count }) => <Count value={keypress_count} /> },
  { title: "Errors", isNumber: true, cell: ({ console_error_count }) => <Errors count={console_error_count} /> },
];

function Who({ recording }: { readonly recording: Recording }) {
  const { id, end_time, viewed, pinned_count, pinned_by_me } = recording;
  return (
    <>
      <PageLink to={["recordings", id]}>{nameRecording(recording)}</PageLink>
      {isLive(end_time) && <span class="recordings-badge recordings-live">Live</span>}
      {viewed === "true" && <span class="recordings-badge">Viewed</span>}
      {pinned_count !== "0" && <span class="recordings-badge">{pinned_by_me ? "Pinned by you" : "Pinned"}</span>}
    </>
  );
}

function Errors({ count }: { readonly count: number }) {
  return count === 0 ? <span class="quiet">0</span> : <strong class="recordings-errors">{count}</strong>;
}

function RecordingsList() {
  const search = useSearch();
  const filter = readFilter(new URLSearchParams(search));
  const [, navigate] = useLocation();
  const link = useProjectPath();
  const call = useCall();
  useEffect(() => {
    lastSearch.query = search;
  }, [search]);
  const found = useResource((signal) => findRecordings(call, filter, null, signal), [search]);
  const show = (wanted: Partial<RecordingFilter>) => {
    const query = writeFilter(wanted);
    navigate(query === "" ? link("recordings") : `${link("recordings")}?${query}`);
  };
  return (
    <Page title="Recordings" actions={<Button label="Refresh" onClick={found.reload} disabled={found.isLoading} />}>
      <FilterForm key={search} filter={filter} error={found.error} onFilter={show} />
      <Loaded key={search} resource={found}>
        {(page) =>
          page.results.length > 0 || page.next !== null ? (
            <Pages key={page.results[0]?.id} filter={filter} first={page} />
          ) : (
            <Nothing isFiltered={writeFilter(filter) !== ""} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Pages({ filter, first }: { readonly filter: RecordingFilter; readonly first: RecordingsPage }) {
  const call = useCall();
  const more = useMore(first, (after) => findRecordings(call, filter, after));
  const unique = [...new Map(more.rows.map((recording) => [recording.id, recording])).values()];
  return (
    <>
      <p role="status" class="quiet">
        {describeCount(unique.length, first.count, more.next)}
        {needsQuery(filter) && filter.from === "" && " Of the last 90 days, as no first day is chosen."}
      </p>
      <Table caption="Recordings" columns={COLUMNS} rows={unique} keyOf={({ id }) => id} />
      <MoreButton of={more} label="Show more" />
    </>
  );
}

function describeCount(shown: number, count: number | null, next: string | null): string {
  const noun = (number: number) => formatCount(number, "recording");
  if (next === null) return `${noun(shown)}, newest first.`;
  return count === null ? `The newest ${noun(shown)}.` : `The newest ${formatCount(shown)} of ${noun(count)}.`;
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  if (!isFiltered) {
    return (
      <EmptyState title="Nothing is recorded yet">
        <p>
          Visits are recorded once your site loads posthog-js with the key of this project, as long as its option
          <code class="code"> disable_session_recording</code> is not set. A visit appears here while it still lasts.
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No recording matches">
      <p>
        Ask for less, or <PageLink to={["recordings"]}>look at all recordings</PageLink>.
      </p>
    </EmptyState>
  );
}

export const pages = { "/": RecordingsList, "/:id": RecordingPage };
