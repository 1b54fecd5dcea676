import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Linux gives clients ports from 32,768, other systems higher ones. */
const SERVER_PORTS = [10_000, 27_000] as const;

/** Returns a free port that no system gives to a client, so that it also stays free while its server restarts. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...SERVER_PORTS);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    await new Promise((closed) => server.close(closed));
    if (isFree) return port;
  }
}
