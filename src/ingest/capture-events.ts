import type { Millis, ProjectId } from "../store/ports/common.ts";
import type { DrainReport } from "./drain/drain-report.ts";
import type { EventRetentionRun } from "./drain/event-retention.ts";

export interface HistoryFigures {
  readonly filed: number;
  readonly files: number;
  readonly bytes: number;
  readonly left: number;
  readonly leftUntil: Millis | null;
}

/** What happens while events are stored, by name. A type of `EventEmitter`: listeners get these arguments. */
export interface CaptureEvents {
  drained: [report: DrainReport];
  /** The store accepts nothing until the next report. */
  unavailable: [];
  deadLetters: [count: number];
  expired: [run: EventRetentionRun];
  /** A step of an erasure or of a project's removal failed, and will be repeated. */
  erasureFailure: [];
  /** A run wrote history files; null if another node does so. */
  history: [run: HistoryFigures | null];
  warning: [message: string, fields: object];
  /** Other nodes no longer wait for this one: it must not store anything more. */
  forgotten: [message: string];
  shareExceeded: [projectId: ProjectId];
  /** The drain restarts after the pause; what it was storing then is stored request by request. */
  drainDeath: [error: Error, pauseMs: number];
  /** The journal's thread died or the node was forgotten: nothing more is accepted by this process. */
  fatal: [error: Error];
}

/** What the drain's thread calls. */
export interface CaptureObserver {
  emit(...event: { [Name in keyof CaptureEvents]: [name: Name, ...CaptureEvents[Name]] }[keyof CaptureEvents]): void;
}
