import { MongoMemoryReplSet } from "mongodb-memory-server-core";
import { runCommand, UsageError } from "./command.ts";

const help = `
Usage: npm run mongod [-- --port 27017]

A MongoDB server for tests: a replica set of one on 127.0.0.1, with its data in a folder that goes when it ends. The first time it
downloads the server (some 100 MB) from MongoDB's own site. To use one that is installed: MONGOMS_SYSTEM_BINARY=/usr/bin/mongod.

  --port PORT  port to listen on (default: a free one)
  -h, --help   this text
`;

function parsePort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`--port must be a whole number from 0 to 65535, and is ${text}`);
}

async function start(port: number | undefined): Promise<MongoMemoryReplSet> {
  console.error("Starting MongoDB (the first time it is downloaded) …");
  return MongoMemoryReplSet.create({
    replSet: { count: 1, ip: "127.0.0.1", storageEngine: "wiredTiger" },
    instanceOpts: [{ port }],
  });
}

await runCommand({
  help,
  options: { port: { type: "string" } },
  run: async ({ port }) => {
    const servers = await start(parsePort(port));
    console.log(`export MONGODB_URL='${servers.getUri()}'`);
    console.error("Give that line to the shell that runs the tests. Ctrl-C ends the server and removes its data.");
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void servers.stop());
  },
});
