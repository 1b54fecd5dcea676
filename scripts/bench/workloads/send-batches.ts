import type { BenchServer } from "../servers/bench-server.ts";

/** Sends `count` events, numbered from 0, and waits until they are stored. Throws if a batch is refused. */
export async function sendBatches(
  { url, keys, waitUntilIdle }: BenchServer,
  count: number,
  event: (number: number) => object,
  { batchSize, batchesAtOnce } = { batchSize: 1000, batchesAtOnce: 4 },
): Promise<void> {
  let next = 0;
  const send = async () => {
    while (next < count) {
      const first = next;
      next = Math.min(first + batchSize, count);
      const batch = Array.from({ length: next - first }, (_, index) => event(first + index));
      const body = JSON.stringify({ api_key: keys.project, batch });
      const headers = { "content-type": "application/json" };
      const response = await fetch(`${url}/batch/`, { method: "POST", headers, body });
      if (!response.ok) throw new Error(`A batch was answered ${response.status}: ${await response.text()}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: batchesAtOnce }, send));
  await waitUntilIdle();
}
