import { Counter, Histogram, type Registry } from "prom-client";

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

  constructor(registry: Registry) {
    this.#durations = new Histogram({
      name: "sightline_request_seconds",
      help: "Time from a request to its response.",
      labelNames: ["operation"],
      buckets: DURATION_BUCKETS,
      registers: [registry],
    });
    addCounter(this.#requests, registry);
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
