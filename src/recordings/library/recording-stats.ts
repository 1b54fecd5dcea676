import type { Recording } from "../../storage/ports/recordings.ts";

/** A recording's figures as people read them; times in whole seconds. */
export interface RecordingStats {
  readonly recordingDuration: number;
  readonly activeSeconds: number;
  /** What of the duration was not active. */
  readonly inactiveSeconds: number;
  readonly clickCount: number;
  readonly keypressCount: number;
  readonly mouseActivityCount: number;
  readonly consoleLogCount: number;
  readonly consoleWarnCount: number;
  readonly consoleErrorCount: number;
  readonly startUrl: string | null;
}

/** The figures of what is known of a recording. */
export function computeStats({ summary, activeMs }: Pick<Recording, "summary" | "activeMs">): RecordingStats {
  const recordingDuration = seconds(summary.lastMs - summary.firstMs);
  const activeSeconds = seconds(activeMs);
  return {
    recordingDuration,
    activeSeconds,
    inactiveSeconds: recordingDuration - activeSeconds,
    clickCount: summary.clicks,
    keypressCount: summary.keypresses,
    mouseActivityCount: summary.mouseActivity,
    consoleLogCount: summary.consoleLog,
    consoleWarnCount: summary.consoleWarn,
    consoleErrorCount: summary.consoleError,
    startUrl: summary.startUrl?.url ?? null,
  };
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 1000);
}
