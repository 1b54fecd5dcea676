import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { CaptureDepth } from "../ingest/capture.ts";
import type { HistoryFigures } from "../ingest/capture-events.ts";
import type { DrainReport } from "../ingest/drain/drain-report.ts";
import type { EventRetentionRun } from "../ingest/drain/event-retention.ts";
import type { DeadLetterCounts } from "../ingest/journal/dead-letters.ts";
import { VERSION } from "../lib/version.ts";
import type { MaintenanceEvents } from "../recordings/flush/recording-maintenance.ts";
import { LINK_OUTCOMES, type LinkOutcome } from "../tenants/sign-in/mail-link.ts";
import type { RefusalReason } from "../tenants/sign-in/refused.ts";
import { RequestMetrics } from "./request-metrics.ts";

const MAX_SCRAPES_PER_SECOND = 20;

const STORE_ERROR_SOURCES = ["request", "drain"] as const;

export class Metrics {
  readonly registry = new Registry();
  readonly requests = new RequestMetrics(this.registry);
  readonly endedConnections = this.#counter(
    "sightline_connections_ended_total",
    "Slow connections that were ended to make room, because their clients had the most of MAX_CONNECTIONS.",
  );
  readonly #dropped = this.#counter(
    "sightline_events_dropped_total",
    "Events without a name or a distinct id, or refused by a schema: dropped, answered 200.",
  );
  readonly #stored = this.#counter("sightline_events_stored_total", "Events stored.");
  readonly #expired = this.#counter("sightline_events_expired_total", "Events that the retention removed.");
  readonly #deadLettered = this.#counter("sightline_events_dead_lettered_total", "Events set aside as dead letters.");
  readonly #deadLettersDropped = this.#counter(
    "sightline_dead_letters_dropped_total",
    "Dead letters deleted because all together exceeded DEAD_LETTERS_MAX_BYTES.",
  );
  readonly #refusedMerges = this.#counter("sightline_merges_refused_total", "Refused merges of persons.");
  readonly #refusedChanges = this.#counter(
    "sightline_changes_refused_total",
    "Changes of persons and groups that were not applied: more than 1 MB of properties, or too many group types.",
  );
  readonly #sharesExceeded = this.#counter(
    "sightline_journal_share_refusals_total",
    "Requests answered 503 because their project has its share of the journal while others are active.",
  );
  readonly #drainDeaths = this.#counter(
    "sightline_drain_deaths_total",
    "Deaths of the drain's thread, which is restarted: it takes too much memory to store an event, for example.",
  );
  readonly #erasureFailures = this.#counter(
    "sightline_erasure_failures_total",
    "Failed steps of erasing a person or removing a project, which are repeated.",
  );
  readonly #filed = this.#counter("sightline_history_events_total", "Events that were written to history files.");
  readonly #left = this.#counter("sightline_history_left_total", "Events that left the store for history files.");
  #history: HistoryFigures | null = null;
  #historyAt: number | null = null;
  readonly #violations = new Counter({
    name: "sightline_contract_violations_total",
    help: "Checked responses that break the contract; RESPONSE_VALIDATION says which are checked.",
    labelNames: ["operation"],
    registers: [this.registry],
  });
  readonly #storeErrors = new Counter({
    name: "sightline_store_errors_total",
    help: "Requests, and steps of the drain, that failed because the store could not be used.",
    labelNames: ["source"],
    registers: [this.registry],
  });
  readonly #drainRetries = this.#counter(
    "sightline_drain_retries_total",
    "Pauses of the drain after a failed step, which it then repeats; nothing is lost.",
  );
  readonly #mailFailures = this.#counter("sightline_mails_failed_total", "Mails that could not be sent.");
  readonly #signInLinks = new Counter({
    name: "sightline_sign_in_links_total",
    help: "Links for signing in that were asked for, by what became of them: only members get mail, and few at a time.",
    labelNames: ["outcome"],
    registers: [this.registry],
  });
  readonly #providerSignIns = new Counter({
    name: "sightline_provider_sign_ins_total",
    help: "Sign-ins with OpenID Connect providers, by how they ended: signed_in, or why they were refused.",
    labelNames: ["provider", "outcome"],
    registers: [this.registry],
  });
  readonly #webhookFailures = this.#counter(
    "sightline_flag_webhooks_failed_total",
    "Changes of flags that could not be announced.",
  );
  readonly #files = this.#counter("sightline_recording_files_total", "Recording files written.");
  readonly #fileBytes = this.#counter("sightline_recording_file_bytes_total", "Size of the recording files written.");
  readonly #flushFailures = this.#counter(
    "sightline_recording_flush_failures_total",
    "Failed attempts to move snapshots to a file; the snapshots are kept and retried.",
  );
  #waitingSince: number | null = null;
  #noneExpiredAt = Date.now();

  /** `depth` is called at each scrape. */
  constructor(depth: () => CaptureDepth) {
    collectDefaultMetrics({ register: this.registry });
    this.#gauge("sightline_build_info", "Always 1; its label is the version.", () => 1, { version: VERSION });
    for (const source of STORE_ERROR_SOURCES) this.#storeErrors.inc({ source }, 0);
    for (const outcome of LINK_OUTCOMES) this.#signInLinks.inc({ outcome }, 0);
    this.#gauge("sightline_journal_entries", "Accepted requests not yet in the store.", () => depth().entries);
    this.#gauge("sightline_journal_bytes", "Size of the accepted requests not yet in the store.", () => depth().bytes);
    this.#gauge(
      "sightline_journal_oldest_seconds",
      "Age of the oldest accepted request not yet in the store.",
      () => depth().oldestSeconds,
    );
    this.#gauge("sightline_recording_oldest_seconds", "Time that the oldest snapshot has waited for its file.", () => {
      return secondsSince(this.#waitingSince);
    });
    this.#gauge(
      "sightline_event_retention_lag_seconds",
      "Time since no event was older than its retention: above a minute, removing them fails or takes that long.",
      () => secondsSince(this.#noneExpiredAt),
    );
    this.#gauge("sightline_history_files", "Live history files, on the node that writes them.", () => {
      return this.#history?.files ?? 0;
    });
    this.#gauge("sightline_history_bytes", "Size of the live history files, on the node that writes them.", () => {
      return this.#history?.bytes ?? 0;
    });
    this.#gauge(
      "sightline_history_lag_seconds",
      "Time since all events were in history files: above twice HISTORY_INTERVAL_SECONDS, writing them fails.",
      () => secondsSince(this.#historyAt),
    );
    this.#gauge(
      "sightline_history_left_age_seconds",
      "Age of the youngest event that has left the store; 0 if none has. Well above EVENT_STORE_SECONDS: they wait.",
      () => secondsSince(this.#history?.leftUntil ?? null),
    );
    this.#gauge("sightline_dead_letters", "Dead letters stored.", () => depth().deadLetters);
  }

  readonly recordings: MaintenanceEvents = {
    flushed: (bytes) => {
      this.#files.inc();
      this.#fileBytes.inc(bytes);
    },
    failed: () => this.#flushFailures.inc(),
    waitingSince: (at) => {
      this.#waitingSince = at;
    },
  };

  countDrained({
    stored,
    dropped,
    deadLettered,
    deadLettersDropped,
    refusedMerges,
    refusedChanges,
  }: DrainReport): void {
    this.#stored.inc(stored);
    this.#dropped.inc(dropped);
    this.#refusedMerges.inc(refusedMerges);
    this.#refusedChanges.inc(refusedChanges);
    this.countDeadLetters({ added: deadLettered, dropped: deadLettersDropped });
  }

  countExpired({ events, isComplete }: EventRetentionRun): void {
    this.#expired.inc(events);
    if (isComplete) this.#noneExpiredAt = Date.now();
  }

  countDeadLetters({ added, dropped }: DeadLetterCounts): void {
    this.#deadLettered.inc(added);
    this.#deadLettersDropped.inc(dropped);
  }

  countContractViolation(operation: string): void {
    this.#violations.inc({ operation });
  }

  countStoreError(): void {
    this.#storeErrors.inc({ source: "request" });
  }

  countDrainRetry(): void {
    this.#storeErrors.inc({ source: "drain" });
    this.#drainRetries.inc();
  }

  countMailFailure(): void {
    this.#mailFailures.inc();
  }

  countSignInLink(outcome: LinkOutcome): void {
    this.#signInLinks.inc({ outcome });
  }

  countProviderSignIn(provider: string, outcome: "signed_in" | RefusalReason): void {
    this.#providerSignIns.inc({ provider, outcome });
  }

  countWebhookFailure(): void {
    this.#webhookFailures.inc();
  }

  countShareExceeded(): void {
    this.#sharesExceeded.inc();
  }

  countDrainDeath(): void {
    this.#drainDeaths.inc();
  }

  /** Null if another node writes the files. */
  setHistory(run: HistoryFigures | null): void {
    this.#history = run;
    this.#historyAt = run ? Date.now() : null;
    this.#filed.inc(run?.filed ?? 0);
    this.#left.inc(run?.left ?? 0);
  }

  /** Returns null if another node writes the files, or none does. */
  history(): (Pick<HistoryFigures, "files" | "bytes"> & { readonly lagSeconds: number }) | null {
    return this.#history && { ...this.#history, lagSeconds: secondsSince(this.#historyAt) };
  }

  countErasureFailure(): void {
    this.#erasureFailures.inc();
  }

  /** Reads anew 20 times a second at most, because a scrape costs as much as 15 requests. */
  readonly read = shareResults(() => this.registry.metrics(), MAX_SCRAPES_PER_SECOND);

  get contentType(): string {
    return this.registry.contentType;
  }

  #counter(name: string, help: string): Counter {
    return new Counter({ name, help, registers: [this.registry] });
  }

  #gauge(name: string, help: string, value: () => number, labels: Readonly<Record<string, string>> = {}): void {
    new Gauge({
      name,
      help,
      labelNames: Object.keys(labels),
      registers: [this.registry],
      collect() {
        this.set(labels, value());
      },
    });
  }
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
