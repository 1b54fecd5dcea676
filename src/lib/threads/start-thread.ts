import { basename } from "node:path";
import { getHeapStatistics } from "node:v8";
import { type Transferable, Worker } from "node:worker_threads";
import { CODE_FOLDER } from "../version.ts";
import { END } from "./channel.ts";

const MiB = 1024 * 1024;
/**
 * The smallest heap for a body of 20 MB, and the largest of a thread. Parsing a hostile body within all limits takes
 * 300 MB; if the heap is full within `JSON.parse`, the whole process ends.
 */
const [MIN_HEAP_MB, MAX_HEAP_MB] = [448, 1024];

/** A thread gets half of this process's heap, which Node derives from memory. `--max-old-space-size` overrides that. */
const heapMb = Math.min(Math.max(getHeapStatistics().heap_size_limit / MiB / 2, MIN_HEAP_MB), MAX_HEAP_MB);
const DEFAULT_YOUNG_MB = 16;
const ENDED = -1;

type ThreadOptions = { readonly transferList?: readonly Transferable[]; readonly youngMb?: number };

/** Starts a thread with a module of `src/`, whose path is given without its extension: it is `.js` when built. */
export function startThread(
  path: string,
  workerData: unknown,
  { transferList = [], youngMb = DEFAULT_YOUNG_MB }: ThreadOptions = {},
): Worker {
  const inCheckout = import.meta.url.endsWith(".ts");
  const module = new URL(path + (inCheckout ? ".ts" : ".js"), CODE_FOLDER);
  const resourceLimits = { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb };
  const options = { workerData, transferList: [...transferList], name: basename(path), resourceLimits };
  return new Worker(inCheckout ? tsxBootstrapUrl(module) : module, options);
}

/** Calls `onExit` when a thread ends, with its uncaught error or its exit code; perhaps more than once. */
export function onThreadExit(thread: Worker, name: string, onExit: (error: Error) => void): void {
  thread.on("error", (error) => onExit(error instanceof Error ? error : new Error(String(error))));
  thread.on("exit", (code) => onExit(new Error(`The thread of the ${name} ended with ${code}.`)));
}

/** Ends a connected thread after its current step: `terminate` within a call of libsql aborts the whole process. */
export async function endThread(thread: Worker): Promise<void> {
  if (thread.threadId === ENDED) return;
  const ended = new Promise((resolve) => thread.once("exit", resolve));
  thread.postMessage(END);
  await ended;
}

/** Returns code that registers the TypeScript loader: on Node 20 threads do not inherit it. */
function tsxBootstrapUrl(module: URL): URL {
  const loader = JSON.stringify(import.meta.resolve("tsx/esm/api"));
  const code = `import { register } from ${loader}; register(); await import(${JSON.stringify(module.href)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}
