import type { EventEmitter } from "node:events";
import type { Logger } from "pino";
import type { Metrics } from "../http/metrics.ts";
import type { CaptureEvents } from "../ingest/capture-events.ts";

/** Counts and logs what happens while events are stored. */
export function watchCapture(events: EventEmitter<CaptureEvents>, metrics: Metrics, log: Logger): void {
  events
    .on("drained", (report) => metrics.countDrained(report))
    .on("unavailable", () => metrics.countDrainRetry())
    .on("expired", (run) => {
      metrics.countExpired(run);
      if (run.events > 0) log.info(run, "removed events that were older than their retention");
    })
    .on("erasureFailure", () => metrics.countErasureFailure())
    .on("history", (run) => metrics.setHistory(run))
    .on("warning", (message, fields) => log.warn(fields, message))
    .on("shareExceeded", (project) => {
      metrics.countShareExceeded();
      log.warn({ project }, "a project has its share of the journal; its events are refused");
    })
    .on("drainDeath", (err, pauseMs) => {
      metrics.countDrainDeath();
      log.error({ err, pauseMs }, "the drain died; it is restarted");
    });
}
