import { setTimeout as sleep } from "node:timers/promises";
import { startHttpServer } from "../http/adapters/http-server.ts";
import { type Closer, closeAll, closeOnFailure } from "../lib/threads/closers.ts";
import type { Config } from "../settings/config.ts";
import type { Store } from "../store/ports/stores.ts";
import { runFirstSetup, type SetupResult } from "../tenants/setup.ts";
import { newSignInToken } from "../tenants/sign-in/links.ts";
import { openService, type ServiceContext } from "./open-service.ts";

export interface FirstSetup extends SetupResult {
  /** Signs the owner in; null without a console. */
  readonly signInToken: string | null;
}

export type Service = Awaited<ReturnType<typeof startService>>;

/** Opens the service and its port. Throws one clear line if a part cannot start; then nothing keeps running. */
export async function startService(config: Config, context: ServiceContext) {
  const { listener, store, readiness, metrics, endStreams, close } = await openService(config, context);
  const closers: Closer[] = [close];
  return closeOnFailure(closers, async () => {
    const server = await startHttpServer(listener, config, (connections) => {
      metrics.count("connections_ended_total", connections);
      context.log.warn({ connections }, "connections are scarce: the slowest of the largest clients were ended");
    });
    closers.push((late) => server.close(late), endStreams);
    return {
      port: server.port,
      firstSetup: await setUpFirst(config, store),
      /** Sends clients and balancers to other nodes for `SHUTDOWN_DELAY_SECONDS`, or until the signal aborts. */
      async retire(signal: AbortSignal): Promise<void> {
        if (config.SHUTDOWN_DELAY_SECONDS === 0) return;
        readiness.markStopping();
        server.retire();
        await endStreams();
        await sleep(config.SHUTDOWN_DELAY_SECONDS * 1000, undefined, { signal }).catch(() => undefined);
      },
      /** Finishes requests in flight, lets the store catch up, and closes everything, within `SHUTDOWN_SECONDS`. */
      stop: () => closeAll(closers, AbortSignal.timeout(config.SHUTDOWN_SECONDS * 1000)),
    };
  });
}

async function setUpFirst({ CONSOLE }: Config, store: Store): Promise<FirstSetup | null> {
  const setup = await runFirstSetup(store);
  if (setup === null) return null;
  const token = CONSOLE === "on" ? await newSignInToken(setup.owner.user.id, Date.now(), store.records) : null;
  return { ...setup, signInToken: token };
}
