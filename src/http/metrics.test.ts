import assert from "node:assert/strict";
import { test } from "node:test";
import { VERSION } from "../lib/version.ts";
import { type Metrics, newMetrics } from "./metrics.ts";

/** Returns the service's own metrics as lines, without those of Node and without latencies. */
async function linesOf(metrics: Metrics): Promise<string[]> {
  const lines = (await metrics.read()).split("\n").filter((line) => line.startsWith("sightline_"));
  return lines
    .filter((line) => !/^sightline_(request_seconds|event_retention_lag|history_lag|history_left_age)/.test(line))
    .toSorted();
}

test("each metric has its name, labels and value", async () => {
  const metrics = newMetrics(() => ({ entries: 1, bytes: 2, oldestSeconds: 3, deadLetters: 4 }));
  const limits = (await linesOf(metrics)).filter((line) => line.startsWith("sightline_requests_rate_limited_total"));
  assert.ok(limits.length >= 3 && limits.every((line) => line.endsWith(" 0")), limits.join());

  metrics.requests.observe("capture", 200, 0.2);
  metrics.requests.observe("capture", 200, 0.02);
  metrics.requests.observe("capture", 400, 0.2);
  metrics.count("requests_rate_limited_total", { limit: "address_events" });
  metrics.count("events_accepted_total", 5);
  const drained = { deadLettered: 8, deadLettersDropped: 9, refusedMerges: 10, refusedChanges: 11 };
  metrics.countDrained({ upTo: 1, readUpTo: 1, lanes: new Set(), stored: 6, dropped: 7, drops: new Map(), ...drained });
  metrics.count("store_errors_total", { source: "request" });
  metrics.countDrainRetry();
  metrics.countDrainRetry();
  metrics.count("mails_failed_total", 1);
  metrics.count("sign_in_links_total", { outcome: "mailed" });
  metrics.count("provider_sign_ins_total", { provider: "okta", outcome: "stranger" });
  metrics.count("journal_share_refusals_total", 1);
  metrics.count("drain_deaths_total", 1);
  metrics.count("erasure_failures_total", 1);
  metrics.countExpired({ events: 12, isComplete: false });
  metrics.recordings.flushed(500);
  metrics.recordings.failed();
  metrics.count("connections_ended_total", 2);
  metrics.setHistory({ filed: 40, files: 3, bytes: 300, left: 20, leftUntil: 1 });
  const lines = await linesOf(metrics);
  assert.deepEqual(await linesOf(metrics), lines, "reading changes nothing");
  assert.deepEqual(lines, [
    `sightline_build_info{version="${VERSION}"} 1`,
    "sightline_changes_refused_total 11",
    "sightline_connections_ended_total 2",
    "sightline_dead_letters 4",
    "sightline_dead_letters_dropped_total 9",
    "sightline_drain_deaths_total 1",
    "sightline_drain_retries_total 2",
    "sightline_erasure_failures_total 1",
    "sightline_events_accepted_total 5",
    "sightline_events_dead_lettered_total 8",
    "sightline_events_dropped_total 7",
    "sightline_events_expired_total 12",
    "sightline_events_stored_total 6",
    "sightline_flag_webhooks_failed_total 0",
    "sightline_history_bytes 300",
    "sightline_history_events_total 40",
    "sightline_history_files 3",
    "sightline_history_left_total 20",
    "sightline_journal_bytes 2",
    "sightline_journal_entries 1",
    "sightline_journal_oldest_seconds 3",
    "sightline_journal_share_refusals_total 1",
    "sightline_mails_failed_total 1",
    "sightline_merges_refused_total 10",
    'sightline_provider_sign_ins_total{provider="okta",outcome="stranger"} 1',
    "sightline_recording_file_bytes_total 500",
    "sightline_recording_files_total 1",
    "sightline_recording_flush_failures_total 1",
    "sightline_recording_oldest_seconds 0",
    ...limits.map((line) => (line.includes('"address_events"') ? line.replace(/0$/, "1") : line)),
    'sightline_requests_total{operation="capture",status="200"} 2',
    'sightline_requests_total{operation="capture",status="400"} 1',
    'sightline_sign_in_links_total{outcome="failed"} 0',
    'sightline_sign_in_links_total{outcome="mailed"} 1',
    'sightline_sign_in_links_total{outcome="no_member"} 0',
    'sightline_sign_in_links_total{outcome="too_many"} 0',
    'sightline_store_errors_total{source="drain"} 2',
    'sightline_store_errors_total{source="request"} 1',
  ]);
  const latencies = await metrics.read();
  assert.match(latencies, /^sightline_request_seconds_bucket\{le="0.025",operation="capture"\} 1$/m);
  assert.match(latencies, /^sightline_request_seconds_count\{operation="capture"\} 3$/m);
});

test("the age of the oldest snapshot grows, and is never negative", async () => {
  const metrics = newMetrics(() => ({ entries: 0, bytes: 0, oldestSeconds: 0, deadLetters: 0 }));
  const age = async () => Number(/^sightline_recording_oldest_seconds (.+)$/m.exec(await metrics.read())?.[1]);
  metrics.recordings.waitingSince(Date.now() - 3_600_000);
  assert.equal(Math.floor((await age()) / 60), 60);
  metrics.recordings.waitingSince(Date.now() + 3_600_000);
  assert.equal(await age(), 0);
});

test("the lag of the retention grows until a run is complete", async (t) => {
  t.mock.timers.enable({ apis: ["Date"] });
  const metrics = newMetrics(() => ({ entries: 0, bytes: 0, oldestSeconds: 0, deadLetters: 0 }));
  const lag = async () => Number(/^sightline_event_retention_lag_seconds (.+)$/m.exec(await metrics.read())?.[1]);
  t.mock.timers.tick(90_000);
  metrics.countExpired({ events: 1, isComplete: false });
  assert.equal(await lag(), 90);
  metrics.countExpired({ events: 0, isComplete: true });
  assert.equal(await lag(), 0);
});
