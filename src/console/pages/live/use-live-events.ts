import { useState } from "preact/hooks";
import { client, type Schemas } from "../../api/client.ts";
import { unwrap } from "../../api/errors.ts";
import { usePolling } from "../../api/use-polling.ts";
import { type Resource, useAction, useResource } from "../../api/use-resource.ts";

export type StoredEvent = Schemas["StoredEvent"];

export interface ShownEvent extends Omit<StoredEvent, "person"> {
  readonly person: Pick<Schemas["Person"], "uuid" | "name"> | null;
}

export interface EventFilters {
  readonly event?: string;
  readonly distinct_id?: string;
  readonly person_id?: string;
}

interface EventPage {
  readonly results: readonly StoredEvent[];
  readonly next: string | null;
}

export interface LiveEvents {
  readonly newest: Resource<EventPage>;
  readonly events: readonly StoredEvent[];
  /** Loads older events; undefined if there are none. */
  readonly showOlder: (() => void) | undefined;
  readonly older: ReturnType<typeof useAction<[]>>;
  readonly forgetOlder: () => void;
}

const LIMIT = 50;
const PAUSE_MS = 2000;

function loadEvents(project: number, filters: EventFilters, cursor?: string, signal?: AbortSignal): Promise<EventPage> {
  const query = { ...filters, limit: LIMIT, ...(cursor !== undefined && { cursor }) };
  const params = { path: { project_id: String(project) }, query };
  return unwrap(client.GET("/api/projects/{project_id}/events", { params, signal }));
}

export function useLiveEvents(project: number, filters: EventFilters, isLive: boolean): LiveEvents {
  const [older, setOlder] = useState<EventPage>();
  const inputs = [project, filters.event, filters.distinct_id, filters.person_id];
  const newest = useResource(
    (signal) => {
      setOlder(undefined);
      return loadEvents(project, filters, undefined, signal);
    },
    inputs,
    { keep: true },
  );
  usePolling(newest, PAUSE_MS, isLive);
  const last = older ?? newest.data;
  const loadOlder = useAction(async () => {
    const cursor = new URL(last?.next ?? "").searchParams.get("cursor") ?? "";
    const page = await loadEvents(project, filters, cursor);
    setOlder({ results: [...(older?.results ?? []), ...page.results], next: page.next });
  });
  return {
    newest,
    events: [...(newest.data?.results ?? []), ...(older?.results ?? [])],
    showOlder: last?.next ? () => void loadOlder.run() : undefined,
    older: loadOlder,
    forgetOlder: () => setOlder(undefined),
  };
}
