import { succeed } from "../services/commands.ts";
import type { Place } from "../services/place.ts";
import { eventually } from "../support/poll.ts";

export interface StoredEvent {
  readonly uuid: string;
  readonly event: string;
  readonly distinct_id: string;
  readonly timestamp: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

interface StoredPerson {
  readonly is_identified: boolean;
  readonly distinct_ids: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
}

/** All events of a project as they are stored, once there are so many of a kind. */
export async function storedEvents(place: Place, projectId: string, event: string, count: number) {
  return eventually(
    `${count} times ${event} is stored`,
    async () => {
      const lines = await succeed(place, "events", "export", "--project", projectId);
      const events = lines
        .split("\n")
        .filter(Boolean)
        .map((line): StoredEvent => JSON.parse(line));
      return events.filter((one) => one.event === event).length >= count && events;
    },
    120_000,
  );
}

/** The person who has this distinct id. */
export async function storedPerson(place: Place, projectId: string, distinctId: string): Promise<StoredPerson> {
  return JSON.parse(await succeed(place, "persons", "show", distinctId, "--project", projectId));
}
