import { type Transferable, Worker } from "node:worker_threads";

/** What lives only for a portion of events is then dead before it is ever moved; with V8's usual 48 MB a tenth of the drain's time goes there. */
const resourceLimits = { maxYoungGenerationSizeMb: 96 };

/** Starts the module `name` beside the calling one (`import.meta.url`) in a thread, as `.ts` in a checkout and as `.js` when built. */
export function startThread(
  name: string,
  beside: string,
  workerData: unknown,
  transferList: readonly Transferable[] = [],
): Worker {
  const inCheckout = beside.endsWith(".ts");
  const module = new URL(`./${name}${inCheckout ? ".ts" : ".js"}`, beside);
  const options = { workerData, transferList: [...transferList], name, resourceLimits };
  return new Worker(inCheckout ? tsxBootstrapUrl(module) : module, options);
}

/** Tells when a thread ends, and why: by an error that it did not catch, or otherwise. It may tell more than once. */
export function onThreadExit(thread: Worker, name: string, tell: (error: Error) => void): void {
  thread.on("error", (error) => tell(error instanceof Error ? error : new Error(String(error))));
  thread.on("exit", (code) => tell(new Error(`The thread of the ${name} ended with ${code}.`)));
}

/** On Node 20 a thread does not inherit the loader that reads TypeScript, so it registers its own. */
function tsxBootstrapUrl(module: URL): URL {
  const loader = JSON.stringify(import.meta.resolve("tsx/esm/api"));
  const code = `import { register } from ${loader}; register(); await import(${JSON.stringify(module.href)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}
