import type { Recording } from "../../store/ports/recordings.ts";

/** Times are in whole seconds. */
export interface RecordingStats {
  readonly recordingDuration: number;
  readonly activeSeconds: number;
  readonly inactiveSeconds: number;
  readonly clickCount: number;
  readonly keypressCount: number;
  readonly mouseActivityCount: number;
  readonly consoleLogCount: number;
  readonly consoleWarnCount: number;
  readonly consoleErrorCount: number;
  readonly startUrl: string | null;
}

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
