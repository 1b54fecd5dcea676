import { LRUCache } from "lru-cache";
import type { Millis, ProjectId } from "../../storage/ports/common.ts";
import { type PropertyMap, propertyMap, propertyOf } from "../../values/properties.ts";
import type { SessionEvent } from "./event.ts";
import { sessionIdOf } from "./session-id.ts";

/** What a session's first event with any of these said. */
export interface SessionNote {
  readonly sessionId: string;
  readonly at: Millis;
  readonly properties: PropertyMap;
}

const NOTED = [
  "$os",
  "$browser",
  "$device_type",
  "$current_url",
  "$host",
  "$pathname",
  "$geoip_country_code",
  "$geoip_country_name",
];

const SESSIONS_REMEMBERED = 20_000;

/** Remembers how early a note each session has in the store, so that not every event is a write. What it forgets is only written again. */
export class NotedSessions {
  readonly #earliest: LRUCache<string, Millis>;

  constructor(max: number = SESSIONS_REMEMBERED) {
    this.#earliest = new LRUCache({ max });
  }

  /** The notes that events bring and the store may lack: the earliest of each session. */
  missing(projectId: ProjectId, events: readonly SessionEvent[]): SessionNote[] {
    const notes = new Map<string, SessionNote>();
    for (const event of events) {
      const sessionId = sessionIdOf(event.properties);
      if (sessionId === null) continue;
      const earliest = notes.get(sessionId)?.at ?? this.#earliest.get(`${projectId}/${sessionId}`);
      if (earliest !== undefined && earliest <= event.timestamp) continue;
      const properties = notedProperties(event.properties);
      if (properties) notes.set(sessionId, { sessionId, at: event.timestamp, properties });
    }
    return [...notes.values()];
  }

  /** To be told once the store has them. */
  stored(projectId: ProjectId, notes: readonly SessionNote[]): void {
    for (const { sessionId, at } of notes) this.#earliest.set(`${projectId}/${sessionId}`, at);
  }
}

function notedProperties(properties: PropertyMap): PropertyMap | null {
  const entries = NOTED.flatMap((name) => {
    const value = propertyOf(properties, name);
    return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? [[name, value] as const]
      : [];
  });
  return entries.length > 0 ? propertyMap(entries) : null;
}
