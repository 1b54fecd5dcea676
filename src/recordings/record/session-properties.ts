import { type PropertyMap, propertyMap, propertyOf } from "../../lib/json/json.ts";
import { RecentMap } from "../../lib/recent-map.ts";
import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { SessionProperties } from "../../store/ports/recording-pieces.ts";
import { sessionName } from "../play/session-name.ts";
import type { SessionEvent } from "./session-event.ts";
import { sessionIdOf } from "./session-id.ts";

/** Taken from a session's first event that has any. */
export const SESSION_PROPERTIES = [
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
const DAY_MS = 24 * 3_600_000;
/** Keeps properties without a recording for clients that end sessions after a day, and send them some days later. */
export const UNRECORDED_SESSION_MS = 7 * DAY_MS;

/** Saves writes. Forgets all daily, because the store drops properties of sessions without a recording. */
export class SessionPropertiesCache {
  readonly #earliest: RecentMap<Millis>;

  readonly #now: () => Millis;
  #forgetAt: Millis;

  constructor(max: number = MAX_CACHED_SESSIONS, now: () => Millis = Date.now) {
    this.#earliest = new RecentMap(max);
    this.#now = now;
    this.#forgetAt = now() + DAY_MS;
  }

  /** Returns the earliest properties per session, unless earlier ones are known to be stored. */
  findUnsaved(projectId: ProjectId, events: readonly SessionEvent[]): SessionProperties[] {
    const now = this.#now();
    if (now >= this.#forgetAt) {
      this.#earliest.clear();
      this.#forgetAt = now + DAY_MS;
    }
    const checkAt = now + UNRECORDED_SESSION_MS;
    const unsaved = new Map<string, SessionProperties>();
    for (const event of events) {
      const sessionId = sessionIdOf(event.properties);
      if (sessionId === null) continue;
      const earliest = unsaved.get(sessionId)?.at ?? this.#earliest.get(sessionName({ projectId, sessionId }));
      if (earliest !== undefined && earliest <= event.timestamp) continue;
      const properties = pickSessionProperties(event.properties);
      if (properties) unsaved.set(sessionId, { sessionId, at: event.timestamp, checkAt, properties });
    }
    return [...unsaved.values()];
  }

  /** Must be called once the properties are stored. */
  markSaved(projectId: ProjectId, saved: readonly SessionProperties[]): void {
    for (const { sessionId, at } of saved) this.#earliest.set(sessionName({ projectId, sessionId }), at);
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
