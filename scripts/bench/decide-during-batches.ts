import autocannon from "autocannon";
import { readLoopDelayMs } from "./bench-metrics.ts";
import type { MeasuredServer } from "./measured-server.ts";

export interface DecideDuringBatchesFigures {
  /** Batches that were taken meanwhile. */
  readonly batches: number;
  /** Of `/decide/`. */
  readonly p99Ms: number;
  readonly loopDelayMs: number;
}

/** Few enough not to keep the service busy by themselves. */
const CONNECTIONS = 5;
const BATCH_BYTES = 19.9 * 1024 * 1024;

/** How `/decide/` fares while batches of nearly 20 MB are taken, one after the other. */
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
      const answer = await fetch(`${server.url}/batch/`, { method: "POST", headers, body: batch });
      if (answer.ok) batches += 1;
      await answer.arrayBuffer();
    }
  };
  const body = JSON.stringify({ api_key: key, distinct_id: "user-1" });
  const url = `${server.url}/decide/?v=3`;
  const shoot = () => autocannon({ url, method: "POST", headers, body, connections: CONNECTIONS, duration: seconds });
  await readLoopDelayMs(server);
  const sending = send();
  try {
    const { latency } = await shoot();
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
