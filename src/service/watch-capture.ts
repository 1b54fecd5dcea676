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
    .on("erasureFailure", () => metrics.count("erasure_failures_total", 1))
    .on("history", (run) => metrics.setHistory(run))
    .on("warning", (message, fields) => log.warn(fields, message))
    .on("shareExceeded", (project) => {
      metrics.count("journal_share_refusals_total", 1);
      log.warn({ project }, "a project has its share of the journal; its events are refused");
    })
    .on("drainDeath", (err, pauseMs) => {
      metrics.count("drain_deaths_total", 1);
      log.error({ err, pauseMs }, "the drain died; it is restarted");
    });
}
