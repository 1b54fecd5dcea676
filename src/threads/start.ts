import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { type Transferable, Worker } from "node:worker_threads";

/** Starts the module `name` beside the calling one (`import.meta.url`) in a thread, as `.ts` in a checkout and as `.js` when built. */
export function startThread(
  name: string,
  beside: string,
  workerData: unknown,
  transferList: readonly Transferable[] = [],
): Worker {
  const file = new URL(`./${name}${extname(fileURLToPath(beside))}`, beside);
  return new Worker(file, { workerData, transferList: [...transferList], name });
}
