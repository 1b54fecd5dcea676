import { useState } from "preact/hooks";
import type { Schemas } from "../../api/client.ts";
import { useCall } from "../../api/operations.ts";
import { useAction, usePolling, useResource } from "../../api/use-resource.ts";

export type StoredEvent = Schemas["StoredEvent"];

export interface ShownEvent extends Omit<StoredEvent, "person"> {
  readonly person: Pick<Schemas["Person"], "uuid" | "name"> | null;
}

interface EventPage {
  readonly results: readonly StoredEvent[];
  readonly next: string | null;
}

interface EventFilters {
  readonly event?: string;
  readonly distinct_id?: string;
  readonly person_id?: string;
}

const LIMIT = 50;
const PAUSE_MS = 2000;

/** Loads the newest events, again and again if `isLive`, and older ones on request. */
export function useLiveEvents(filters: EventFilters, isLive: boolean) {
  const call = useCall();
  const [older, setOlder] = useState<EventPage>();
  const newest = useResource<EventPage>(
    (signal) => {
      setOlder(undefined);
      return call("events_list", { ...filters, limit: LIMIT }, { signal });
    },
    [call, JSON.stringify(filters)],
    { keep: true },
  );
  usePolling(newest, PAUSE_MS, isLive);
  const last = older ?? newest.data;
  const loadOlder = useAction(async () => {
    const cursor = new URL(last?.next ?? "").searchParams.get("cursor") ?? "";
    const page = await call("events_list", { ...filters, limit: LIMIT, cursor });
    setOlder({ results: [...(older?.results ?? []), ...page.results], next: page.next });
  });
  return {
    newest,
    events: [...(newest.data?.results ?? []), ...(older?.results ?? [])],
    /** Loads older events; undefined if there are none. */
    showOlder: last?.next ? () => void loadOlder.run() : undefined,
    older: loadOlder,
    forgetOlder: () => setOlder(undefined),
  };
}
