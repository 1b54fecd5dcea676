import { performance } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";

const LOOK_INTERVAL_MS = 10_000;
/**
 * Looks without work before a collection, which also drops compiled code: events of the next 4 s take 6 µs more each.
 * After the start there is no such code yet.
 */
const REST_LOOKS = { first: 1, later: 6 };
/** Share of its time that a thread at rest works at most. */
const MAX_REST_UTILIZATION = 0.02;
/** Limit on live memory: with more, a collection stops the thread for a quarter of a second. */
const MAX_HEAP_BYTES = 128 * 1024 * 1024;

export interface ThreadState {
  /** Returns the share of its time that the thread has worked since the last call, from 0 to 1. */
  utilization(): number;
  heapBytes(): number;
  collect(): Promise<void>;
}

/** Returns memory whenever this thread comes to rest, the start included: V8 collects only for new objects. */
export function collectAtRest(): void {
  const look = watchRest({ utilization: measureUtilization(), heapBytes, collect });
  setInterval(look, LOOK_INTERVAL_MS).unref();
}

/** Returns a function that collects garbage if the thread has worked, but not during the last calls. */
export function watchRest({ utilization, heapBytes, collect }: ThreadState): () => Promise<void> {
  let needed: number = REST_LOOKS.first;
  let missing = needed;
  return async () => {
    if (utilization() > MAX_REST_UTILIZATION) {
      missing = needed;
      return;
    }
    missing -= 1;
    if (missing !== 0 || heapBytes() > MAX_HEAP_BYTES) return;
    needed = REST_LOOKS.later;
    await collect();
    utilization(); // the collection itself is no work
  };
}

function measureUtilization(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}

const heapBytes = () => getHeapStatistics().used_heap_size;

/** Collects as DevTools do: that shrinks the young generation, too, and `gc` need not be exposed. */
async function collect(): Promise<void> {
  try {
    const { Session } = await import("node:inspector");
    const session = new Session();
    session.connect();
    await new Promise((resolve) => session.post("HeapProfiler.collectGarbage", resolve));
    session.disconnect();
  } catch {
    // Node was built without its inspector: then V8 collects with the next work.
  }
}
