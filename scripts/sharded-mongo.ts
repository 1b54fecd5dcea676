import { once } from "node:events";
import { documentedShardKeys } from "../test/support/engines/shard-keys.ts";
import { parsePort, runCommand, UsageError } from "./command.ts";
import { type ShardedProxy, startShardedProxy } from "./sharded-mongo/sharded-proxy.ts";

const help = `
Usage: npm run sharded-mongo -- [--port N] [--delay MS]

Lets the single server at MONGODB_URL behave like a sharded cluster, for tests: a proxy refuses what MongoDB refuses on
collections with the shard keys of docs/storage.md, and passes on everything else. On Ctrl-C it prints how often each
command was sent, and how many reads and writes every shard would have had to answer.

  --port N      port to listen on (default: a free one)
  --delay MS    how long each message takes on its way, in each direction (default: 0)
  -h, --help    show this help

Exit status: 0 nothing was refused, 1 something was, 2 wrong use.
`;

const MAX_DELAY_MS = 60_000;

function parseDelay(text: string): number {
  const delay = Number(text);
  if (!/^\d+$/.test(text) || delay > MAX_DELAY_MS)
    throw new UsageError(`--delay is a whole number of milliseconds up to ${MAX_DELAY_MS}, not ${text}.`);
  return delay;
}

/** Returns the host and the port of the only server. */
function parseUrl(text = ""): { hostname: string; serverPort: number } {
  const [, hostname = "", port = "27017"] = /^mongodb:\/\/([^@/,:]+)(?::(\d+))?(?:\/|$)/.exec(text) ?? [];
  if (hostname === "")
    throw new UsageError("MONGODB_URL must name one server without a user, as in mongodb://127.0.0.1:27017.");
  return { hostname, serverPort: Number(port) };
}

function print({ sent, scattered, refusals }: ShardedProxy): void {
  for (const [title, counts] of [
    ["times sent", sent],
    ["times asks every shard", scattered],
  ] as const) {
    const rows = [...counts].sort(([, a], [, b]) => b - a);
    console.table(Object.fromEntries(rows.map(([name, count]) => [name, { [title]: count }])));
  }
  for (const refusal of refusals) console.error(`Refused: ${refusal}`);
}

await runCommand({
  help,
  options: { port: { type: "string", default: "0" }, delay: { type: "string", default: "0" } },
  async run({ port, delay }) {
    const server = parseUrl(process.env.MONGODB_URL);
    const options = { ...server, port: parsePort(port), delayMs: parseDelay(delay), shardKeys: documentedShardKeys() };
    const proxy = await startShardedProxy(options);
    console.log(`export MONGODB_URL='mongodb://127.0.0.1:${proxy.port}/?directConnection=true'`);
    console.error("Run this line in the shell that runs the tests. Ctrl-C stops the proxy.");
    await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
    await proxy.close();
    print(proxy);
    process.exitCode = proxy.refusals.size > 0 ? 1 : 0;
  },
});
