import { createLogger } from "@stoplight/prism-core";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";

export interface PrismServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the server of `prism mock` with a bundled document on a free port of this machine. */
export async function startPrismServer(documentFile: string): Promise<PrismServer> {
  const server = createServer(await getHttpOperationsFromSpec(documentFile), {
    cors: true,
    config: {
      isProxy: false,
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      errors: false,
      upstreamProxy: undefined,
      mock: { dynamic: false },
    },
    components: { logger: createLogger("mock", { level: "silent" }) },
  });
  return { url: await server.listen(0, "127.0.0.1"), stop: () => server.close() };
}
