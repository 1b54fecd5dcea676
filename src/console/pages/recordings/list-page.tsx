import { useEffect } from "preact/hooks";
import { useLocation, useSearch } from "wouter-preact";
import { useMore, useResource } from "../../api/operations.ts";
import { useProjectPath } from "../../api/place.ts";
import { formatClock } from "../../components/format.ts";
import { Button, MoreButton, Page, PageLink } from "../../components/page.tsx";
import { type Column, Listing } from "../../components/table.tsx";
import { formatCount } from "../../components/text.tsx";
import { needsQuery, type RecordingFilter, readFilter, writeFilter } from "./filter.ts";
import { FilterForm } from "./filter-form.tsx";
import { lastSearch, RecordingPage } from "./recording-page.tsx";
import { findRecordings, isLive, nameRecording, type Recording } from "./recordings-api.ts";

const COLUMNS: readonly Column<Recording>[] = [
  { title: "Who", cell: (recording) => <Who recording={recording} /> },
  { title: "Began at", cell: ({ start_url }) => <span class="small">{start_url ?? "an unknown page"}</span> },
  { title: "Start", time: ({ start_time }) => start_time },
  { title: "Duration", isNumber: true, cell: ({ recording_duration }) => formatClock(recording_duration * 1000) },
  { title: "Clicks", count: ({ click_count }) => click_count },
  { title: "Keys", count: ({ keypress_count }) => keypress_count },
  { title: "Errors", isNumber: true, cell: ({ console_error_count }) => <Errors count={console_error_count} /> },
];

function Who({ recording }: { readonly recording: Recording }) {
  const { id, end_time, viewed, pinned_count, pinned_by_me } = recording;
  return (
    <>
      <PageLink to={["recordings", id]}>{nameRecording(recording)}</PageLink>
      {isLive(end_time) && <span class="recordings-badge small recordings-live">Live</span>}
      {viewed === "true" && <span class="recordings-badge small quiet">Viewed</span>}
      {pinned_count !== "0" && (
        <span class="recordings-badge small quiet">{pinned_by_me ? "Pinned by you" : "Pinned"}</span>
      )}
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
  useEffect(() => {
    lastSearch.query = search;
  }, [search]);
  const found = useResource(
    (signal, call) => {
      more.forget();
      return findRecordings(call, filter, null, signal);
    },
    [search],
  );
  const more = useMore(found.data, (call, after) => findRecordings(call, filter, after));
  const unique = [...new Map(more.rows.map((recording) => [recording.id, recording])).values()];
  useEffect(() => {
    lastSearch.ids = unique.map(({ id }) => id);
  }, [unique.length, search, found.data]);
  const show = (wanted: Partial<RecordingFilter>) => {
    const query = writeFilter(wanted);
    navigate(query === "" ? link("recordings") : `${link("recordings")}?${query}`);
  };
  return (
    <Page title="Recordings" actions={<Button label="Refresh" onClick={found.reload} disabled={found.isLoading} />}>
      <FilterForm key={search} filter={filter} error={found.error} onFilter={show} />
      <Listing
        of={{ ...found, data: found.data && { results: unique, hasMore: more.next !== null } }}
        caption="Recordings"
        columns={COLUMNS}
        above={({ results, hasMore }) =>
          (hasMore || results.length > 0) && (
            <p role="status" class="quiet">
              {describeCount(unique.length, found.data?.count ?? null, more.next)}
              {needsQuery(filter) && filter.from === "" && " Of the last 90 days, as no first day is chosen."}
            </p>
          )
        }
        {...(writeFilter(filter) === "" ? NOTHING_RECORDED : NOTHING_FOUND)}
      />
      <MoreButton of={more} label="Show more" />
    </Page>
  );
}

const NOTHING_RECORDED = {
  empty: "Nothing is recorded yet",
  says: (
    <>
      Visits are recorded once your site loads posthog-js with the key of this project, as long as its option
      <code class="code"> disable_session_recording</code> is not set. A visit appears here while it still lasts.
    </>
  ),
};
const NOTHING_FOUND = {
  empty: "No recording matches",
  says: (
    <>
      Ask for less, or <PageLink to={["recordings"]}>look at all recordings</PageLink>.
    </>
  ),
};

function describeCount(shown: number, count: number | null, next: string | null): string {
  const noun = (number: number) => formatCount(number, "recording");
  if (next === null) return `${noun(shown)}, newest first.`;
  return count === null ? `The newest ${noun(shown)}.` : `The newest ${formatCount(shown)} of ${noun(count)}.`;
}

export const pages = { "/": RecordingsList, "/:id": RecordingPage };
