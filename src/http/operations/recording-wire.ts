import type { components } from "../../../generated/openapi.ts";
import type { PersonView, RecordingView } from "../../recordings/library/recording-view.ts";
import type { SnapshotSource } from "../../recordings/player/sources.ts";
import { propertyOf } from "../../values/json.ts";
import { isoTime } from "./iso-time.ts";

type Schemas = components["schemas"];

export function recordingToWire(recording: RecordingView): Schemas["SessionRecording"] {
  return {
    id: recording.sessionId,
    distinct_id: recording.summary.distinctId,
    viewed: recording.viewed ? "true" : "false",
    recording_duration: recording.recordingDuration,
    active_seconds: recording.activeSeconds,
    inactive_seconds: recording.inactiveSeconds,
    start_time: isoTime(recording.summary.firstMs),
    end_time: isoTime(recording.summary.lastMs),
    click_count: recording.clickCount,
    keypress_count: recording.keypressCount,
    mouse_activity_count: recording.mouseActivityCount,
    console_log_count: recording.consoleLogCount,
    console_warn_count: recording.consoleWarnCount,
    console_error_count: recording.consoleErrorCount,
    start_url: recording.startUrl,
    person: recording.person && personToWire(recording.person, recording.summary.distinctId),
    storage: recording.storage,
    pinned_count: String(recording.pinnedCount),
  };
}

export function sourceToWire({ source, key, firstMs, lastMs }: SnapshotSource): Schemas["SnapshotSource"] {
  return { source, key, start_timestamp: isoTime(firstMs), end_timestamp: isoTime(lastMs) };
}

/** Properties that name a person, the best one first. */
const NAME_PROPERTIES = ["email", "name", "username"];

function personToWire(person: PersonView, distinctId: string): Schemas["Person"] {
  const properties = person.properties ?? {};
  const name = NAME_PROPERTIES.map((key) => propertyOf(properties, key)).find(
    (value) => typeof value === "string" && value !== "",
  );
  return {
    id: numericPersonId(person.uuid),
    name: typeof name === "string" ? name : (person.distinctIds[0] ?? distinctId),
    distinct_ids: [...person.distinctIds],
    properties: person.properties,
    created_at: isoTime(person.createdAt),
    uuid: person.uuid,
  };
}

/** A person's number is the last 52 bits of the uuid, so that nodes need not share a counter. */
function numericPersonId(uuid: string): number {
  return Number.parseInt(uuid.replaceAll("-", "").slice(-13), 16);
}
