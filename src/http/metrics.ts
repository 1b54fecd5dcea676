import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { CaptureDepth } from "../ingest/capture.ts";
import type { HistoryFigures } from "../ingest/capture-events.ts";
import type { DrainReport } from "../ingest/drain/drain-report.ts";
import type { EventRetentionRun } from "../ingest/drain/event-retention.ts";
import type { DeadLetterCounts } from "../ingest/journal/dead-letters.ts";
import { VERSION } from "../lib/version.ts";
import type { MaintenanceEvents } from "../recordings/recording-maintenance.ts";
import { LINK_OUTCOMES } from "../tenants/sign-in/links.ts";
import { LIMIT_NAMES } from "./rate-limits.ts";

const MAX_SCRAPES_PER_SECOND = 20;

/** The help and the labels of each counter, by its name behind `sightline_`. */
const COUNTERS = {
  changes_refused_total: [
    "Changes of persons and groups that were not applied: more than 1 MB of properties, or too many group types.",
  ],
  connections_ended_total: [
    "Slow connections that were ended to make room, because their clients had the most of MAX_CONNECTIONS.",
  ],
  contract_violations_total: [
    "Checked responses that break the contract; RESPONSE_VALIDATION says which are checked.",
    "operation",
  ],
  dead_letters_dropped_total: ["Dead letters deleted because all together exceeded DEAD_LETTERS_MAX_BYTES."],
  deprecated_uses_total: [
    "Requests that used what the contract marks as deprecated; the log says daily which clients made them.",
    "operation",
    "what",
  ],
  drain_deaths_total: [
    "Deaths of the drain's thread, which is restarted: it takes too much memory to store an event, for example.",
  ],
  drain_retries_total: ["Pauses of the drain after a failed step, which it then repeats; nothing is lost."],
  erasure_failures_total: ["Failed steps of erasing a person or removing a project, which are repeated."],
  events_accepted_total: ["Events in requests that were answered 200."],
  events_dead_lettered_total: ["Events set aside as dead letters."],
  events_dropped_total: ["Events without a name or a distinct id, or refused by a schema: dropped, answered 200."],
  events_expired_total: ["Events that the retention removed."],
  events_stored_total: ["Events stored."],
  flag_webhooks_failed_total: ["Changes of flags that could not be announced."],
  history_events_total: ["Events that were written to history files."],
  history_left_total: ["Events that left the store for history files."],
  journal_share_refusals_total: [
    "Requests answered 503 because their project has its share of the journal while others are active.",
  ],
  mails_failed_total: ["Mails that could not be sent."],
  merges_refused_total: ["Refused merges of persons."],
  provider_sign_ins_total: [
    "Sign-ins with OpenID Connect providers, by how they ended: signed_in, or why they were refused.",
    "provider",
    "outcome",
  ],
  recording_file_bytes_total: ["Size of the recording files written."],
  recording_files_total: ["Recording files written."],
  recording_flush_failures_total: ["Failed attempts to move snapshots to a file; the snapshots are kept and retried."],
  requests_rate_limited_total: ["Requests refused with 429, by the limit that they exceeded.", "limit"],
  sign_in_links_total: [
    "Links for signing in that were asked for, by what became of them: only members get mail, and few at a time.",
    "outcome",
  ],
  store_errors_total: ["Requests, and steps of the drain, that failed because the store could not be used.", "source"],
} as const satisfies Readonly<Record<string, readonly [help: string, ...labels: string[]]>>;

type CounterName = keyof typeof COUNTERS;
/** How many are counted, or one with these labels. */
type Counted<Name extends CounterName> = (typeof COUNTERS)[Name] extends readonly [string, ...infer Labels]
  ? Labels extends readonly []
    ? number
    : Readonly<Record<Labels[number] & string, string>>
  : never;

export type Metrics = ReturnType<typeof newMetrics>;

export function newMetrics(depth: () => CaptureDepth) {
  const registry = new Registry();
  const requests = requestMetrics(registry);
  const counters = new Map(
    Object.entries(COUNTERS).map(([name, [help, ...labelNames]]) => {
      return [name, new Counter({ name: `sightline_${name}`, help, labelNames, registers: [registry] })];
    }),
  );
  let history: HistoryFigures | null = null;
  let historyAt: number | null = null;
  let oldestSnapshotAt: number | null = null;
  let noneExpiredAt = Date.now();
  const recordings: MaintenanceEvents = {
    flushed: (bytes) => {
      count("recording_files_total", 1);
      count("recording_file_bytes_total", bytes);
    },
    failed: () => count("recording_flush_failures_total", 1),
    waitingSince: (at) => {
      oldestSnapshotAt = at;
    },
  };
  /** Reads anew 20 times a second at most, because a scrape costs as much as 15 requests. */
  const read = shareResults(() => registry.metrics(), MAX_SCRAPES_PER_SECOND);
  collectDefaultMetrics({ register: registry });
  for (const source of ["request", "drain"]) counters.get("store_errors_total")?.inc({ source }, 0);
  for (const outcome of LINK_OUTCOMES) counters.get("sign_in_links_total")?.inc({ outcome }, 0);
  for (const limit of LIMIT_NAMES) counters.get("requests_rate_limited_total")?.inc({ limit }, 0);
  const gauge = (name: string, help: string, value: () => number) =>
    addGauge(registry, name, help, (added) => added.set(value()));
  const version = (added: Gauge) => added.set({ version: VERSION }, 1);
  addGauge(registry, "build_info", "Always 1; its label is the version.", version, "version");
  gauge("journal_entries", "Accepted requests not yet in the store.", () => depth().entries);
  gauge("journal_bytes", "Size of the accepted requests not yet in the store.", () => depth().bytes);
  gauge("journal_oldest_seconds", "Age of the oldest accepted request not yet in the store.", () => {
    return depth().oldestSeconds;
  });
  gauge("recording_oldest_seconds", "Time that the oldest snapshot has waited for its file.", () => {
    return secondsSince(oldestSnapshotAt);
  });
  gauge(
    "event_retention_lag_seconds",
    "Time since no event was older than its retention: above a minute, removing them fails or takes that long.",
    () => secondsSince(noneExpiredAt),
  );
  gauge("history_files", "Live history files, on the node that writes them.", () => history?.files ?? 0);
  gauge("history_bytes", "Size of the live history files, on the node that writes them.", () => {
    return history?.bytes ?? 0;
  });
  gauge(
    "history_lag_seconds",
    "Time since all events were in history files: above twice HISTORY_INTERVAL_SECONDS, writing them fails.",
    () => secondsSince(historyAt),
  );
  gauge(
    "history_left_age_seconds",
    "Age of the youngest event that has left the store; 0 if none has. Well above EVENT_STORE_SECONDS: they wait.",
    () => secondsSince(history?.leftUntil ?? null),
  );
  gauge("dead_letters", "Dead letters stored.", () => depth().deadLetters);
  function count<Name extends CounterName>(name: Name, counted: Counted<Name>): void {
    counters.get(name)?.inc(counted as Counted<Name> & number);
  }
  function countDeadLetters({ added, dropped }: DeadLetterCounts): void {
    count("events_dead_lettered_total", added);
    count("dead_letters_dropped_total", dropped);
  }
  return {
    registry,
    requests,
    recordings,
    read,
    count,
    countDrained(report: DrainReport): void {
      count("events_stored_total", report.stored);
      count("events_dropped_total", report.dropped);
      count("merges_refused_total", report.refusedMerges);
      count("changes_refused_total", report.refusedChanges);
      countDeadLetters({ added: report.deadLettered, dropped: report.deadLettersDropped });
    },
    countExpired({ events, isComplete }: EventRetentionRun): void {
      count("events_expired_total", events);
      if (isComplete) noneExpiredAt = Date.now();
    },
    countDeadLetters,
    countDrainRetry(): void {
      count("store_errors_total", { source: "drain" });
      count("drain_retries_total", 1);
    },
    /** Null if another node writes the files. */
    setHistory(run: HistoryFigures | null): void {
      history = run;
      historyAt = run ? Date.now() : null;
      count("history_events_total", run?.filed ?? 0);
      count("history_left_total", run?.left ?? 0);
    },
    /** Returns null if another node writes the files, or none does. */
    history(): (Pick<HistoryFigures, "files" | "bytes"> & { readonly lagSeconds: number }) | null {
      return history && { ...history, lagSeconds: secondsSince(historyAt) };
    },
  };
}

/** Adds a gauge with this name behind `sightline_`, which is set at each scrape. */
export function addGauge(
  registry: Registry,
  name: string,
  help: string,
  collect: (gauge: Gauge) => void | Promise<void>,
  ...labelNames: string[]
): void {
  new Gauge({
    name: `sightline_${name}`,
    help,
    labelNames,
    registers: [registry],
    collect() {
      return collect(this);
    },
  });
}

function secondsSince(at: number | null): number {
  return at === null ? 0 : Math.max(0, (Date.now() - at) / 1000);
}

/** Returns a function that does the work up to `perSecond` times a second, and otherwise returns the last result. */
export function shareResults<T>(work: () => Promise<T>, perSecond: number, now: () => number = Date.now) {
  let last: Promise<T> | undefined;
  let [second, count] = [0, 0];
  return (): Promise<T> => {
    const current = Math.floor(now() / 1000);
    if (current !== second) [second, count] = [current, 0];
    if (last && count >= perSecond) return last;
    count += 1;
    last = work();
    return last;
  };
}

const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface CountedRequests {
  readonly operation: string;
  readonly status: number;
  count: number;
  readonly durations: Histogram.Internal<"operation">;
}

function requestMetrics(registry: Registry) {
  const counted = new Map<string, CountedRequests>();
  const durations = new Histogram({
    name: "sightline_request_seconds",
    help: "Time from a request to its response.",
    labelNames: ["operation"] as const,
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  // Counts outside the counter, which would compute the hash of its labels for each request.
  new Counter({
    name: "sightline_requests_total",
    help: "Requests by operation and status.",
    labelNames: ["operation", "status"],
    registers: [registry],
    collect() {
      this.reset();
      for (const { operation, status, count } of counted.values()) this.inc({ operation, status }, count);
    },
  });
  return {
    observe(operation: string, status: number, seconds: number): void {
      const name = `${operation} ${status}`;
      let requests = counted.get(name);
      if (!requests) {
        requests = { operation, status, count: 0, durations: durations.labels(operation) };
        counted.set(name, requests);
      }
      requests.count += 1;
      requests.durations.observe(seconds);
    },
  };
}
