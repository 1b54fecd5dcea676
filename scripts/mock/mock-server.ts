import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, isIPv6 } from "node:net";
import { loadDocumented } from "../../src/service/sandbox/documented-failures.ts";
import { answerSandbox, isSandboxPath, openSandboxDocument } from "../../src/service/sandbox/sandbox-operations.ts";
import { createReply } from "./create-reply.ts";
import { MockFailures } from "./mock-failures.ts";
import { startPrismServer } from "./prism-server.ts";

export interface Mock {
  /** For example `http://127.0.0.1:4010`. */
  readonly url: string;
  /** The version of the contract. */
  readonly version: string;
  /** Closes all connections. Resolves when the port is free. */
  stop(): Promise<void>;
}

/**
 * Starts Prism's mock server with a document, behind a layer that adds what a document cannot tell Prism. Port 0
 * selects a free port. Throws if the port is in use.
 */
export async function startMock(documentFile: string, { host, port }: { host: string; port: number }): Promise<Mock> {
  const document: { info: { version: string } } = JSON.parse(await readFile(documentFile, "utf8"));
  const failures = new MockFailures(await loadDocumented());
  const sandboxDocument = await openSandboxDocument();
  const prism = await startPrismServer(documentFile);
  const server = createServer(async (request, response) => {
    if (isSandboxPath(request.url ?? "")) {
      await answerSandbox(request, response, sandboxDocument, failures.handlers);
      return;
    }
    const { status, headers, text } = await createReply(request, prism.url, (route) => {
      return failures.fail(route, request, response);
    });
    response.writeHead(status, headers).end(text);
  });
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(port, host, listening);
  }).catch(async (error) => {
    await prism.stop();
    throw error;
  });
  const { address, port: boundPort } = server.address() as AddressInfo;
  return {
    url: `http://${isIPv6(address) ? `[${address}]` : address}:${boundPort}`,
    version: document.info.version,
    async stop() {
      await new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      });
      await prism.stop();
    },
  };
}
