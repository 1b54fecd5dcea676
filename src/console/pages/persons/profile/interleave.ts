import type { Schemas } from "../../../api/client.ts";
import type { StoredEvent } from "../../live/use-live-events.ts";

type Recording = Schemas["SessionRecording"];

export interface TimelineEntry {
  readonly key: string;
  readonly at: string;
  readonly event?: StoredEvent;
  readonly recording?: Recording;
}

interface Day {
  readonly day: string;
  readonly entries: readonly TimelineEntry[];
}

/**
 * Returns events and recordings by day, newest first. While there are older events
 * that are not loaded, recordings before the oldest loaded one are left out.
 */
export function interleave(
  events: readonly StoredEvent[],
  recordings: readonly Recording[],
  hasOlder: boolean,
  timeZone: string | undefined,
): readonly Day[] {
  const oldest = hasOlder ? Date.parse(events.at(-1)?.timestamp ?? "") : Number.NEGATIVE_INFINITY;
  const all: readonly TimelineEntry[] = [
    ...events.map((event) => ({ key: event.id, at: event.timestamp, event })),
    ...recordings
      .filter(({ start_time: at }) => !(Date.parse(at) < oldest))
      .map((recording) => ({ key: `recording ${recording.id}`, at: recording.start_time, recording })),
  ];
  const sorted = all.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: "full", ...(timeZone && { timeZone }) });
  const days = Map.groupBy(sorted, ({ at }) => format.format(new Date(at)));
  return [...days].map(([day, entries]) => ({ day, entries }));
}
