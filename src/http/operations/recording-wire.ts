import type { Schemas } from "../../../generated/openapi.ts";
import { problem } from "../../lib/problem.ts";
import { isoTime, wireFields } from "../../lib/wire-fields.ts";
import type { SnapshotSource } from "../../recordings/recording-player.ts";
import type { RecordingView } from "../../recordings/recording-view.ts";
import { personToWire } from "./common-wire.ts";

export function recordingToWire(recording: RecordingView): Schemas["SessionRecording"] {
  return {
    id: recording.sessionId,
    distinct_id: recording.summary.distinctId,
    viewed: recording.viewed ? "true" : "false",
    ...wireFields(recording, "recordingDuration", "activeSeconds", "inactiveSeconds"),
    start_time: isoTime(recording.summary.firstMs),
    end_time: isoTime(recording.summary.lastMs),
    ...wireFields(recording, "clickCount", "keypressCount", "mouseActivityCount", "consoleLogCount"),
    ...wireFields(recording, "consoleWarnCount", "consoleErrorCount", "startUrl"),
    person: recording.person && personToWire(recording.person, recording.summary.distinctId),
    storage: recording.storage,
    pinned_count: String(recording.pinnedCount),
    pinned_by_me: recording.isPinned,
  };
}

export function sourceToWire({ source, key, firstMs, lastMs }: SnapshotSource): Schemas["SnapshotSource"] {
  return { source, key, start_timestamp: isoTime(firstMs), end_timestamp: isoTime(lastMs) };
}

/** Reads ids: single, with commas, or as JSON arrays. Throws `max_length` for too many, and `invalid_input`. */
export function parseSessionIds(values: readonly string[], limit: number): string[] {
  const ids = [...new Set(values.flatMap(parseIds))];
  if (ids.length === 0) throw invalidSessionIds("Name at least one session, or leave session_ids out.");
  if (ids.length > limit) {
    throw problem("max_length", { attr: "session_ids", detail: `Name at most ${limit} sessions.` });
  }
  return ids;
}

function parseIds(value: string): string[] {
  const text = value.trim();
  const ids = text.startsWith("[") ? parseJsonIds(text) : text.split(",").map((id) => id.trim());
  return ids.filter((id) => id !== "");
}

function parseJsonIds(text: string): string[] {
  const items = tryParseJson(text);
  if (!Array.isArray(items)) throw invalidSessionIds("This is not a valid JSON array.");
  return items.map((item: unknown) => {
    if (typeof item !== "string" && typeof item !== "number") throw invalidSessionIds("A session id is a string.");
    return String(item);
  });
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function invalidSessionIds(detail: string) {
  return problem("invalid_input", { attr: "session_ids", detail });
}
