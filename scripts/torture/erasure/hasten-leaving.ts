import { setTimeout as sleep } from "node:timers/promises";
import { historyRecords } from "../../../src/questions/history/history-records.ts";
import type { Store } from "../../../src/store/ports/stores.ts";
import { LEASES } from "../../../src/store/records/history-kinds.ts";
import type { TestCluster } from "../cluster/test-cluster.ts";

const INTERVAL_MS = 300;

/**
 * Lets events leave the store that would do so minutes later: those that were just filed, and those for which the next
 * node waits after the one is killed that files them.
 */
export async function hastenLeaving({ records }: Store): Promise<void> {
  await records.delete(LEASES, { name: "writer" });
  const history = historyRecords(records);
  const { value, version } = await history.left();
  if (value.next && value.next.at > 0) await history.moveLeft({ ...value, next: { ...value.next, at: 0 } }, version);
}

/** Hastens leaving while the work is being done. Prints how many events have left. */
export async function whileEventsLeave<T>(cluster: TestCluster, work: () => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  const hasten = async () => {
    while (!stopping.signal.aborted) {
      await cluster.withDatabase(hastenLeaving);
      await sleep(INTERVAL_MS);
    }
  };
  const hastening = hasten();
  hastening.catch(() => undefined); // thrown below
  const result = await work().finally(() => stopping.abort());
  await hastening;
  const { events } = await cluster.withDatabase(async ({ records }) => (await historyRecords(records).left()).value);
  console.log(`${events} events have left the store`);
  return result;
}
