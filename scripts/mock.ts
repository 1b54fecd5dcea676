import { join } from "node:path";
import { parsePort, runCommand } from "./command.ts";
import { root } from "./contract/redocly.ts";
import { type Mock, startMock } from "./mock/mock-server.ts";

const help = `
Usage: npm run mock [-- --port 4010] [--host 127.0.0.1]

Starts Prism's mock of the service, the one that the contract suite tests with --target prism. It stores nothing. It
answers every request of the contract with the document's examples, and invalid requests with the documented errors. It
accepts any key. A list has the items of its example, and limit and offset select a page of them. It reads generated/:
run \`npm run generate\` after changing openapi/.

  --port PORT  port to listen on, 0 for a free one (default: 4010)
  --host HOST  address to listen on (default: 127.0.0.1)
  -h, --help   show this help

The request header Prefer selects the response:
  Prefer: code=503                        another documented status, such as 302 of snapshots
  Prefer: code=400, example=parse_error   another documented example
  Prefer: dynamic=true                    random values that match the schema
  Prefer: code=429, retry-after=1         another Retry-After
  Prefer: delay=1.5, drip=5               a late response, whose body takes 5 seconds
  Prefer: cut                             a connection that breaks off in the body
  Prefer: garble                          a body that is not JSON
Other preferences are refused. POST /_sandbox/failures makes the next requests fail, as in a sandbox.
`;

async function start(host: string, port: number): Promise<Mock> {
  try {
    return await startMock(join(root, "generated/complete.json"), { host, port });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(code === "EADDRINUSE" ? `Port ${port} is in use: choose another with --port.` : message, {
      cause: error,
    });
  }
}

function printStartMessage({ url, version }: Mock): void {
  console.log(`Mock of the Sightline contract ${version}: ${url} (Ctrl-C stops it). Try:

curl -s '${url}/decide/?v=3' -H 'Content-Type: application/json' \\
  -d '{"api_key":"phc_any","distinct_id":"customer-4812"}'
curl -s '${url}/api/projects/1/session_recordings/?limit=2' -H 'Authorization: Bearer phx_any'
curl -s '${url}/capture/' -H 'Prefer: code=503' -H 'Content-Type: application/json' \\
  -d '{"api_key":"phc_any","event":"a","distinct_id":"b"}'`);
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
