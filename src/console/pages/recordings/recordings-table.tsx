import { Link } from "wouter-preact";
import { useProjectPath } from "../../api/session.ts";
import { type Column, Table } from "../../components/table.tsx";
import { Count, Time } from "../../components/text.tsx";
import { formatClock, nameRecording } from "./format.ts";
import { isLive } from "./playback/live.ts";
import type { Recording } from "./playback/snapshots-api.ts";

const COLUMNS: readonly Column<Recording>[] = [
  { title: "Who", cell: (recording) => <Who recording={recording} /> },
  { title: "Began at", cell: ({ start_url }) => <span class="small">{start_url ?? "an unknown page"}</span> },
  { title: "Start", cell: ({ start_time }) => <Time at={start_time} /> },
  { title: "Duration", isNumber: true, cell: ({ recording_duration }) => formatClock(recording_duration * 1000) },
  { title: "Clicks", isNumber: true, cell: ({ click_count }) => <Count value={click_count} /> },
  { title: "Keys", isNumber: true, cell: ({ keypress_count }) => <Count value={keypress_count} /> },
  { title: "Errors", isNumber: true, cell: ({ console_error_count }) => <Errors count={console_error_count} /> },
];

export function RecordingsTable({ recordings }: { readonly recordings: readonly Recording[] }) {
  return <Table caption="Recordings" columns={COLUMNS} rows={recordings} keyOf={({ id }) => id} />;
}

function Who({ recording }: { readonly recording: Recording }) {
  const link = useProjectPath();
  const { id, end_time, viewed, pinned_count, pinned_by_me } = recording;
  return (
    <>
      <Link href={link("recordings", id)}>{nameRecording(recording)}</Link>
      {isLive(end_time) && <span class="recordings-badge recordings-live">Live</span>}
      {viewed === "true" && <span class="recordings-badge">Viewed</span>}
      {pinned_count !== "0" && <span class="recordings-badge">{pinned_by_me ? "Pinned by you" : "Pinned"}</span>}
    </>
  );
}

function Errors({ count }: { readonly count: number }) {
  return count === 0 ? <span class="quiet">0</span> : <strong class="recordings-errors">{count}</strong>;
}
