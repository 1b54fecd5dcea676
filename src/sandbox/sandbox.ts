import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import type { RequestListener, ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { startHttpServer } from "../http/adapters/http-server.ts";
import { openService } from "../service/open-service.ts";
import { readConfig } from "../settings/config.ts";
import { ArrivedEvents } from "./arrived-events.ts";
import { allowLocalPages } from "./local-pages.ts";
import { isSandboxPath, sandboxOperations } from "./sandbox-operations.ts";
import { type SeededTenant, seedSandbox } from "./seed.ts";
import { watchEvents } from "./watch-events.ts";

export interface SandboxOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** An empty directory for its data. */
  readonly directory: string;
  readonly log: Logger;
  /** Called when a part has died. */
  readonly onFatal: (error: Error) => void;
}

export interface Sandbox {
  readonly port: number;
  readonly tenant: SeededTenant;
  /** Ends it without waiting for requests in progress. */
  stop(): Promise<void>;
}

/** How long a reset waits for requests in progress. */
const MAX_IDLE_WAIT_MS = 2000;

/** Starts the service with the data of the contract's examples. Throws one clear line if it cannot start. */
export async function startSandbox({ host, port, directory, log, onFatal }: SandboxOptions): Promise<Sandbox> {
  const stopping = new AbortController();
  const arrived = new ArrivedEvents();
  const active = new Set<ServerResponse>();

  const openSeeded = async () => {
    const dataDir = await mkdtemp(join(directory, "data-"));
    const config = readConfig({ DATA_DIR: dataDir, RESPONSE_VALIDATION: "throw", RATE_LIMIT_PER_MINUTE: "0" });
    const tenant = await seedSandbox(config);
    const context = { log, onFatal, adoptsStore: false, signal: stopping.signal, watch: watchEvents(arrived) };
    const { listener, close } = await openService(config, context);
    const end = async () => {
      await close(AbortSignal.abort());
      await rm(dataDir, { recursive: true });
    };
    return { tenant, listener, end };
  };
  const reset = () => {
    current = current.then(async ({ end }) => {
      const idle = Promise.all([...active].map((response) => once(response, "close")));
      await Promise.race([idle, sleep(MAX_IDLE_WAIT_MS, undefined, { ref: false })]);
      await end();
      arrived.clear();
      return openSeeded();
    });
    current.catch(onFatal);
    return current;
  };
  const answerSandbox = await sandboxOperations({ arrived, reset, signal: stopping.signal });
  const listener: RequestListener = async (request, response) => {
    if (allowLocalPages(request, response)) return;
    if (isSandboxPath(request.url ?? "")) return answerSandbox(request, response);
    const service = await current;
    active.add(response);
    response.once("close", () => active.delete(response));
    service.listener(request, response);
  };

  const server = await startHttpServer(listener, { ...readConfig({}), HOST: host, PORT: port });
  let current = openSeeded();
  const stop = async () => {
    stopping.abort();
    await server.close(AbortSignal.abort());
    await (await current).end();
  };
  try {
    const { tenant } = await current;
    return { port: server.port, tenant, stop };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}
