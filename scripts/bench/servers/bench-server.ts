import type { MeasuredProcess } from "./measured-process.ts";

/** Other servers than Sightline. Each workload says which of them can serve it. */
export type OtherServer = "bare" | "fastify" | "express" | "prism";

/** What a request needs to know about a server. */
export interface Keys {
  readonly project: string;
  readonly personal: string;
  readonly projectId: string;
}

/** A server under measurement. */
export interface BenchServer extends MeasuredProcess {
  readonly name: string;
  readonly keys: Keys;
  /** The data directory; empty if the server stores nothing. */
  readonly dataDir: string;
  /** Resolves when the server has finished all work for the requests that it has answered. */
  waitUntilIdle(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}
