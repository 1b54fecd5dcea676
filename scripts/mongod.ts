import { MongoMemoryReplSet } from "mongodb-memory-server-core";
import { parsePort, runCommand } from "./command.ts";

const help = `
Usage: npm run mongod [-- --port 27017]

Starts a MongoDB server for tests: a replica set with one member on 127.0.0.1. Its data is in a temporary folder that is
removed on exit. The first start downloads the server (about 100 MB) from mongodb.org. To use an installed one, set
MONGOMS_SYSTEM_BINARY=/usr/bin/mongod.

  --port PORT  port to listen on (default: a free one)
  -h, --help   show this help
`;

async function start(port: number | undefined): Promise<MongoMemoryReplSet> {
  console.error("Starting MongoDB (the first start downloads it) …");
  return MongoMemoryReplSet.create({
    replSet: { count: 1, ip: "127.0.0.1", storageEngine: "wiredTiger" },
    instanceOpts: [{ port }],
  });
}

await runCommand({
  help,
  options: { port: { type: "string" } },
  run: async ({ port }) => {
    const servers = await start(port === undefined ? undefined : parsePort(port));
    console.log(`export MONGODB_URL='${servers.getUri()}'`);
    console.error("Run this line in the shell that runs the tests. Ctrl-C stops the server and removes its data.");
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void servers.stop());
  },
});
