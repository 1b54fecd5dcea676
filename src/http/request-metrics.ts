import { Counter, Histogram, type Registry } from "prom-client";
import { LIMIT_NAMES, type LimitName } from "./rate-limits.ts";

const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface CountedRequests {
  readonly operation: string;
  readonly status: number;
  count: number;
  readonly durations: Histogram.Internal<"operation">;
}

export class RequestMetrics {
  readonly #durations: Histogram<"operation">;
  readonly #requests = new Map<string, CountedRequests>();
  readonly #accepted: Counter;
  readonly #rateLimited: Counter<"limit">;
  readonly #deprecated: Counter<"operation" | "what">;

  constructor(registry: Registry) {
    this.#durations = new Histogram({
      name: "sightline_request_seconds",
      help: "Time from a request to its response.",
      labelNames: ["operation"],
      buckets: DURATION_BUCKETS,
      registers: [registry],
    });
    addCounter(this.#requests, registry);
    this.#rateLimited = new Counter({
      name: "sightline_requests_rate_limited_total",
      help: "Requests refused with 429, by the limit that they exceeded.",
      labelNames: ["limit"],
      registers: [registry],
    });
    for (const limit of LIMIT_NAMES) this.#rateLimited.inc({ limit }, 0);
    this.#deprecated = new Counter({
      name: "sightline_deprecated_uses_total",
      help: "Requests that used what the contract marks as deprecated; the log says daily which clients made them.",
      labelNames: ["operation", "what"],
      registers: [registry],
    });
    this.#accepted = new Counter({
      name: "sightline_events_accepted_total",
      help: "Events in requests that were answered 200.",
      registers: [registry],
    });
  }

  observe(operation: string, status: number, seconds: number): void {
    const name = `${operation} ${status}`;
    let requests = this.#requests.get(name);
    if (!requests) {
      requests = { operation, status, count: 0, durations: this.#durations.labels(operation) };
      this.#requests.set(name, requests);
    }
    requests.count += 1;
    requests.durations.observe(seconds);
  }

  countRateLimited(limit: LimitName): void {
    this.#rateLimited.inc({ limit });
  }

  countDeprecated(operation: string, what: string): void {
    this.#deprecated.inc({ operation, what });
  }

  countAccepted(events: number): void {
    this.#accepted.inc(events);
  }
}

/** Counts outside the counter, which would compute the hash of its labels for each request. */
function addCounter(requests: ReadonlyMap<string, CountedRequests>, registry: Registry): void {
  new Counter({
    name: "sightline_requests_total",
    help: "Requests by operation and status.",
    labelNames: ["operation", "status"],
    registers: [registry],
    collect() {
      this.reset();
      for (const { operation, status, count } of requests.values()) this.inc({ operation, status }, count);
    },
  });
}
