import Koa from "koa";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { problem } from "../problem.ts";
import type { Contract } from "./contract/contract.ts";
import { cors } from "./cors.ts";
import { dispatch } from "./dispatch.ts";
import { observe } from "./observe.ts";
import { createPageRouter } from "./page-router.ts";
import type { ServicePorts } from "./service-ports.ts";

/** The service's HTTP side: what every request goes through, in order. */
export async function createApp(contract: Contract, ports: ServicePorts, config: Config, log: Logger): Promise<Koa> {
  const app = new Koa({ proxy: config.TRUST_PROXY });
  app.use(observe(log, ports.metrics));
  app.use(cors);
  app.use(dispatch(contract, ports, config, log));
  app.use((await createPageRouter()).routes());
  app.use(() => {
    throw problem("not_found");
  });
  app.on("error", (error) => log.debug({ err: error }, "a connection failed"));
  return app;
}
