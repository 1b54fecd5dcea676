// The process with Prism's proxies: answers each message of its parent, the address of a service, with that of a proxy.
import { fileURLToPath } from "node:url";
import { createLogger } from "@stoplight/prism-core";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";

export interface StartedProxy {
  readonly upstream: string;
  readonly base: string;
}

// Takes seconds of processor time.
const operations = getHttpOperationsFromSpec(fileURLToPath(new URL("../../generated/complete.json", import.meta.url)));

/** Starts what `prism proxy --errors --validate-request=false --cors=false` starts, on a free port. */
async function startProxy(upstream: string): Promise<string> {
  const server = createServer(await operations, {
    cors: false,
    config: {
      isProxy: true,
      upstream: new URL(upstream),
      upstreamProxy: undefined,
      checkSecurity: false, // tests send bad requests on purpose
      validateRequest: false,
      validateResponse: true,
      errors: true,
      mock: { dynamic: false },
    },
    components: { logger: createLogger("proxy", { level: "silent" }) },
  });
  return server.listen(0, "127.0.0.1");
}

process.on("disconnect", () => process.exit());
process.on("message", async (upstream: string) => {
  process.send?.({ upstream, base: await startProxy(upstream) } satisfies StartedProxy);
});
