import { setTimeout as sleep } from "node:timers/promises";
import { readConfig } from "../../src/settings/config.ts";
import { openStore } from "../../src/store/choose-engines.ts";
import type { Service, Usage } from "./service.ts";

const SETTLE_TIMEOUT_MS = 180_000;
const POLL_INTERVAL_MS = 500;
/** Databases that are opened later, such as a write-ahead log's index. */
const DESCRIPTOR_ALLOWANCE = 10;

/**
 * Waits until the service uses about what it used before: idle threads keep their garbage, which may be as much as the
 * heap's limit. Returns what is left over, in sentences.
 */
export async function checkUsage(service: Service, before: Usage): Promise<string[]> {
  for (const end = Date.now() + SETTLE_TIMEOUT_MS; ; await sleep(POLL_INTERVAL_MS)) {
    const wrong = excess(service.usage(), before, service.heapMegabytes * 1024 * 1024);
    if (wrong.length === 0 || Date.now() > end) return wrong;
  }
}

function excess(now: Usage, before: Usage, heapBytes: number): string[] {
  const wrong: string[] = [];
  if (now.memoryBytes > before.memoryBytes + heapBytes)
    wrong.push(`Memory stays at ${megabytes(now.memoryBytes)} MB; it was ${megabytes(before.memoryBytes)} MB.`);
  if (now.descriptors > before.descriptors + DESCRIPTOR_ALLOWANCE)
    wrong.push(`${now.descriptors} descriptors stay open; there were ${before.descriptors}.`);
  return wrong;
}

/** Compares the second client's stored events with the acknowledged ones. Returns what is wrong, in sentences. */
export async function checkStored(
  { environment }: Service,
  projectId: string,
  acknowledged: readonly number[],
): Promise<string[]> {
  const store = await openStore(readConfig({ DATA_DIR: environment.dataDir }));
  try {
    const stored = await store.events.latest(projectId, {}, 2 * acknowledged.length + 1000);
    const counts = new Map<unknown, number>();
    for (const { properties } of stored) {
      const { mark } = JSON.parse(properties) as { readonly mark?: unknown };
      if (typeof mark === "number") counts.set(mark, (counts.get(mark) ?? 0) + 1);
    }
    const lost = acknowledged.filter((mark) => !counts.has(mark));
    const doubled = [...counts].filter(([, count]) => count > 1);
    return [
      ...(lost.length > 0
        ? [`${lost.length} of ${acknowledged.length} acknowledged events of the second client are lost.`]
        : []),
      ...(doubled.length > 0 ? [`${doubled.length} events of the second client are stored more than once.`] : []),
    ];
  } finally {
    await store.close();
  }
}

export function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
