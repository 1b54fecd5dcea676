import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface DefinitionsOnly {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a server that passes on the definitions of flags and answers 404 to all else. A library that would ask the
 * service about a flag that it cannot decide itself leaves the flag out.
 */
export async function startDefinitionsOnly(service: string): Promise<DefinitionsOnly> {
  const server = createServer(async ({ url = "", headers }, response) => {
    if (!url.startsWith("/api/feature_flag/")) return response.writeHead(404).end();
    const definitions = await fetch(service + url, { headers: { authorization: headers.authorization ?? "" } });
    return response.writeHead(definitions.status).end(await definitions.text());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
