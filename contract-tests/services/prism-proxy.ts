import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { extname, join } from "node:path";
import { minimalProcessEnv } from "../../test/support/child-process.ts";
import type { StartedProxy } from "./prism-proxies.ts";

const PROGRAM = join(import.meta.dirname, `prism-proxies${extname(import.meta.url)}`);

export interface PrismProxy {
  readonly base: string;
  readonly stop: () => Promise<void>;
}

/** The process that all proxies are in, while there are any. */
let running: ChildProcess | undefined;
let proxies = 0;

/**
 * Starts a proxy that answers 500 instead of a response that breaks the contract. It passes on bad requests, which
 * tests send on purpose.
 */
export async function startPrismProxy(upstream: string): Promise<PrismProxy> {
  running ??= fork(PROGRAM, { env: { ...minimalProcessEnv() } });
  proxies += 1;
  const child = running;
  const stop = async () => {
    proxies -= 1;
    if (proxies > 0) return;
    running = undefined;
    if (child.connected) child.disconnect();
    if (child.exitCode === null) await once(child, "exit");
  };
  try {
    return { base: await askForProxy(child, upstream), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function askForProxy(child: ChildProcess, upstream: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const receive = (started: StartedProxy) => {
      if (started.upstream === upstream) settle(() => resolve(started.base));
    };
    const fail = () => settle(() => reject(new Error("The process with Prism's proxies ended.")));
    const settle = (act: () => void) => {
      child.off("message", receive).off("exit", fail);
      act();
    };
    child.on("message", receive).on("exit", fail);
    child.send(upstream);
  });
}
