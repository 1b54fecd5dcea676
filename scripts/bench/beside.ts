import autocannon from "autocannon";
import { loopDelayMs } from "./metrics.ts";
import type { Measured } from "./processes.ts";

export interface BesideFigures {
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
export async function decideBesideBatches(server: Measured, key: string, seconds: number): Promise<BesideFigures> {
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
  await loopDelayMs(server);
  const sending = send();
  try {
    const { latency } = await shoot();
    return { batches, p99Ms: latency.p99, loopDelayMs: await loopDelayMs(server) };
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
