import { join } from "node:path";
import { runCommand, UsageError } from "./command.ts";
import { root } from "./contract/redocly.ts";
import { type Mock, startMock } from "./mock/mock-server.ts";

const help = `
Usage: npm run mock [-- --port 4010] [--host 127.0.0.1]

A stand-in for the service that keeps nothing: every request of the contract is answered with the document's examples, a bad one with the
documented error. Any key is taken. It answers from generated/: run \`npm run generate\` after an edit of openapi/.

  --port PORT  port to listen on, 0 takes a free one (default: 4010)
  --host HOST  address to listen on (default: 127.0.0.1)
  -h, --help   this text

A request chooses its answer with the header Prefer:
  Prefer: code=503                        another documented status
  Prefer: code=400, example=parse_error   another documented example
  Prefer: dynamic=true                    values made up from the schema
`;

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(`--port must be a whole number from 0 to 65535, and is ${text}`);
  return port;
}

async function start(host: string, port: number): Promise<Mock> {
  try {
    return await startMock(join(root, "generated/openapi.json"), { host, port });
  } catch (fault) {
    const { code, message } = fault as NodeJS.ErrnoException;
    throw new Error(code === "EADDRINUSE" ? `Port ${port} is in use: choose another with --port.` : message, {
      cause: fault,
    });
  }
}

function printStartMessage({ url, version }: Mock): void {
  console.log(`Mock of the Sightline contract ${version}: ${url} (Ctrl-C ends it). Try:

curl -s '${url}/decide/?v=3' -H 'Content-Type: application/json' -d '{"api_key":"phc_any","distinct_id":"customer-4812"}'
curl -s '${url}/api/projects/1/session_recordings/?limit=2' -H 'Authorization: Bearer phx_any'
curl -s '${url}/capture/' -H 'Prefer: code=503' -H 'Content-Type: application/json' -d '{"api_key":"phc_any","event":"a","distinct_id":"b"}'`);
}

await runCommand({
  help,
  options: { port: { type: "string", default: "4010" }, host: { type: "string", default: "127.0.0.1" } },
  run: async ({ port, host }) => {
    const mock = await start(host, parsePort(port));
    printStartMessage(mock);
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void mock.stop());
  },
});
