import { MAX_IDENTIFIER_LENGTH, toIdentifier } from "../lib/identifier.ts";
import { type PropertyMap, parseExactly, propertyMap, propertyOf } from "../lib/json/json.ts";
import { RecentMap } from "../lib/recent-map.ts";
import type { JsonText, Millis, ProjectId } from "../store/ports/common.ts";
import type { SessionKey, SessionProperties } from "../store/ports/recordings.ts";

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

/** Times this far after their arrival are wrong. */
export const MAX_FUTURE_MS = 23 * 3_600_000;

export interface SessionEvent {
  readonly uuid: string;
  readonly event: string;
  readonly distinctId: string;
  readonly timestamp: Millis;
  readonly receivedAt: Millis;
  /** Milliseconds by which our clock is ahead of the client's; 0 if absent. */
  readonly clockCorrection?: Millis | undefined;
  /** Holds all properties if `json` is absent, else those that the service looks at. */
  readonly properties: PropertyMap;
  /** Events of one request share a budget for unpacking. */
  readonly request?: string | undefined;
  /** Includes root-level keys (`$set`, …); absent in a snapshot. */
  readonly json?: JsonText | undefined;
}

/** Clients remove these from URLs, so such recordings could be neither played nor erased. */
const WITHOUT_ADDRESS = new Set([".", ".."]);

export type SessionPropertiesCache = ReturnType<typeof sessionPropertiesCache>;

/** Saves writes. Forgets all daily, because the store drops properties of sessions without a recording. */
export function sessionPropertiesCache(max: number = MAX_CACHED_SESSIONS, now: () => Millis = Date.now) {
  const earliest = new RecentMap<Millis>(max);
  let forgetAt = now() + DAY_MS;
  return {
    /** Returns the earliest properties per session, unless earlier ones are known to be stored. */
    findUnsaved(projectId: ProjectId, events: readonly SessionEvent[]): SessionProperties[] {
      const at = now();
      if (at >= forgetAt) {
        earliest.clear();
        forgetAt = at + DAY_MS;
      }
      const checkAt = at + UNRECORDED_SESSION_MS;
      const unsaved = new Map<string, SessionProperties>();
      for (const event of events) {
        const sessionId = sessionIdOf(event.properties);
        if (sessionId === null) continue;
        const before = unsaved.get(sessionId)?.at ?? earliest.get(sessionName({ projectId, sessionId }));
        if (before !== undefined && before <= event.timestamp) continue;
        const properties = pickSessionProperties(event.properties);
        if (properties) unsaved.set(sessionId, { sessionId, at: event.timestamp, checkAt, properties });
      }
      return [...unsaved.values()];
    },

    /** Must be called once the properties are stored. */
    markSaved(projectId: ProjectId, saved: readonly SessionProperties[]): void {
      for (const { sessionId, at } of saved) earliest.set(sessionName({ projectId, sessionId }), at);
    },
  };
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

/** Returns properties as sent, with root-level keys that belong to them. */
export function allPropertiesOf({ json, properties }: SessionEvent): PropertyMap {
  return json === undefined ? properties : (parseExactly(json) as PropertyMap);
}

/** Returns null if absent, unusable in a URL, or too long: shortened ids could merge sessions. */
export function sessionIdOf(properties: PropertyMap): string | null {
  const id = wholeIdentifier(propertyOf(properties, "$session_id"));
  return id === null || WITHOUT_ADDRESS.has(id) ? null : id;
}

/** Falls back to the session id for old clients. */
export function windowIdOf(properties: PropertyMap, sessionId: string): string {
  return wholeIdentifier(propertyOf(properties, "$window_id")) ?? sessionId;
}

function wholeIdentifier(value: unknown): string | null {
  if (typeof value === "string" && value.length > MAX_IDENTIFIER_LENGTH) return null;
  return toIdentifier(value) || null;
}

export function sessionName({ projectId, sessionId }: SessionKey): string {
  return `${projectId}/${sessionId}`;
}

/** Relies on project ids without slashes. */
export function parseSessionName(name: string): SessionKey {
  const end = name.indexOf("/");
  return { projectId: name.slice(0, end), sessionId: name.slice(end + 1) };
}
