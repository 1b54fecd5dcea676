import { LRUCache } from "lru-cache";
import type { Millis, ProjectId } from "../../storage/ports/common.ts";
import { type PropertyMap, propertyMap, propertyOf } from "../../values/json.ts";
import type { SessionEvent } from "./session-event.ts";
import { sessionIdOf } from "./session-id.ts";

/** What a session's first event with any of these said. */
export interface SessionProperties {
  readonly sessionId: string;
  readonly at: Millis;
  readonly properties: PropertyMap;
}

const SESSION_PROPERTIES = [
  "$os",
  "$browser",
  "$device_type",
  "$current_url",
  "$host",
  "$pathname",
  "$geoip_country_code",
  "$geoip_country_name",
];

const MAX_CACHED_SESSIONS = 20_000;

/** Remembers how early a note each session has in the store, so that not every event is a write. What it forgets is only written again. */
export class SessionPropertiesCache {
  readonly #earliest: LRUCache<string, Millis>;

  constructor(max: number = MAX_CACHED_SESSIONS) {
    this.#earliest = new LRUCache({ max });
  }

  /** The notes that events bring and the store may lack: the earliest of each session. */
  findUnsaved(projectId: ProjectId, events: readonly SessionEvent[]): SessionProperties[] {
    const notes = new Map<string, SessionProperties>();
    for (const event of events) {
      const sessionId = sessionIdOf(event.properties);
      if (sessionId === null) continue;
      const earliest = notes.get(sessionId)?.at ?? this.#earliest.get(`${projectId}/${sessionId}`);
      if (earliest !== undefined && earliest <= event.timestamp) continue;
      const properties = pickSessionProperties(event.properties);
      if (properties) notes.set(sessionId, { sessionId, at: event.timestamp, properties });
    }
    return [...notes.values()];
  }

  /** To be told once the store has them. */
  markSaved(projectId: ProjectId, notes: readonly SessionProperties[]): void {
    for (const { sessionId, at } of notes) this.#earliest.set(`${projectId}/${sessionId}`, at);
  }
}

function pickSessionProperties(properties: PropertyMap): PropertyMap | null {
  const entries = SESSION_PROPERTIES.flatMap((name) => {
    const value = propertyOf(properties, name);
    return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? [[name, value] as const]
      : [];
  });
  return entries.length > 0 ? propertyMap(entries) : null;
}
