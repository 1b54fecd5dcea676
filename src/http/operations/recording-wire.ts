import type { components } from "../../../generated/openapi.ts";
import type { RecordingView } from "../../recordings/play/recording-view.ts";
import type { SnapshotSource } from "../../recordings/play/sources.ts";
import { isoTime } from "./common-wire.ts";
import { personToWire } from "./person-wire.ts";

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
    pinned_by_me: recording.isPinned,
  };
}

export function sourceToWire({ source, key, firstMs, lastMs }: SnapshotSource): Schemas["SnapshotSource"] {
  return { source, key, start_timestamp: isoTime(firstMs), end_timestamp: isoTime(lastMs) };
}
