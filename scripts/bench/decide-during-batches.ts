import autocannon from "autocannon";
import { readLoopDelayMs } from "./bench-metrics.ts";
import type { MeasuredServer } from "./measured-server.ts";

export interface DecideDuringBatchesFigures {
  /** The number of batches that were accepted meanwhile. */
  readonly batches: number;
  /** The latency of `/decide/`. */
  readonly p99Ms: number;
  readonly loopDelayMs: number;
}

/** Few enough that `/decide/` alone does not saturate the service. */
const CONNECTIONS = 5;
const BATCH_BYTES = 19.9 * 1024 * 1024;

/** Measures `/decide/` while batches of nearly 20 MB are accepted, one after the other. */
export async function measureDecideDuringBatches(
  server: MeasuredServer,
  key: string,
  seconds: number,
): Promise<DecideDuringBatchesFigures> {
  const headers = { "content-type": "application/json" };
  const batch = largestBatch(key);
  let isOver = false;
  let batches = 0;
  const send = async () => {
    while (!isOver) {
      const response = await fetch(`${server.url}/batch/`, { method: "POST", headers, body: batch });
      if (response.ok) batches += 1;
      await response.arrayBuffer();
    }
  };
  const body = JSON.stringify({ api_key: key, distinct_id: "user-1" });
  const url = `${server.url}/decide/?v=3`;
  const sendDecisions = () =>
    autocannon({ url, method: "POST", headers, body, connections: CONNECTIONS, duration: seconds });
  await readLoopDelayMs(server);
  const sending = send();
  try {
    const { latency } = await sendDecisions();
    return { batches, p99Ms: latency.p99, loopDelayMs: await readLoopDelayMs(server) };
  } finally {
    isOver = true;
    await sending;
  }
}

function largestBatch(key: string): string {
  const event = { event: "imported", properties: { distinct_id: "user-1", note: "x".repeat(400) } };
  const count = Math.floor(BATCH_BYTES / (JSON.stringify(event).length + 1));
  return JSON.stringify({ api_key: key, batch: Array.from({ length: count }, () => event) });
}
