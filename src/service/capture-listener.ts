import type { Logger } from "pino";
import type { Metrics } from "../http/metrics.ts";
import type { CaptureListener } from "../ingest/capture.ts";

export function captureListener(
  metrics: Metrics,
  log: Logger,
  onFatal: CaptureListener["onFatal"],
): Required<CaptureListener> {
  return {
    onDrained: (report) => metrics.countDrained(report),
    onDrainRetry: () => metrics.countDrainRetry(),
    onEventRetention(run) {
      metrics.countExpired(run);
      if (run.events > 0) log.info(run, "removed events that were older than their retention");
    },
    onErasureFailure: () => metrics.countErasureFailure(),
    onHistoryRun: (run) => metrics.setHistory(run),
    warn: (fields, message) => log.warn(fields, message),
    onShareExceeded(project) {
      metrics.countShareExceeded();
      log.warn({ project }, "a project has its share of the journal; its events are refused");
    },
    onDrainDeath(err, pauseMs) {
      metrics.countDrainDeath();
      log.error({ err, pauseMs }, "the drain died; it is restarted");
    },
    onFatal,
  };
}
