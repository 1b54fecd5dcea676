import { setTimeout as sleep } from "node:timers/promises";
import type { MeasuredServer } from "./measured-server.ts";

/** Waits until the service has stored everything that it has accepted. */
export async function waitUntilJournalEmpty(server: MeasuredServer): Promise<void> {
  while ((await readMetric(server, "sightline_journal_entries")) > 0) await sleep(50);
}

/** The interval at which the service samples its event loop. The metric includes it. */
const SAMPLING_MS = 10;

/** Returns the 99th percentile of the event loop's delay since the metrics were last read, in milliseconds. */
export async function readLoopDelayMs(server: MeasuredServer): Promise<number> {
  return Math.max(0, (await readMetric(server, "nodejs_eventloop_lag_p99_seconds")) * 1000 - SAMPLING_MS);
}

async function readMetric({ url }: MeasuredServer, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1];
  if (value === undefined) throw new Error(`The service has no metric ${name}.`);
  return Number(value);
}
