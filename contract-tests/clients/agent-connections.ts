import { fileURLToPath } from "node:url";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { minimalProcessEnv } from "../../test/support/child-process.ts";
import type { TestEnvironment } from "../services/test-environment.ts";

interface Structured {
  readonly answer?: unknown;
  readonly hints?: readonly string[];
}

/** An agent's client, whose `call` throws what is refused. */
export interface AgentConnection {
  readonly client: Client;
  call(name: string, args: Record<string, unknown>): Promise<Structured>;
}

const PROGRAM = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

export async function connectByHttp(base: string, key: string): Promise<AgentConnection> {
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  return connect(new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { requestInit }) as Transport);
}

/** Starts `sightline mcp` with these options before its name. */
export async function connectByCommand(environment: TestEnvironment, options: string[]): Promise<AgentConnection> {
  const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");
  const env = minimalProcessEnv({ DATA_DIR: environment.dataDir, ...environment.engineSettings }) as Record<
    string,
    string
  >;
  return connect(
    new StdioClientTransport({ command: process.execPath, args: [PROGRAM, ...options, "mcp"], env, stderr: "inherit" }),
  );
}

async function connect(transport: Transport): Promise<AgentConnection> {
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(transport);
  await client.listTools(); // whose schemas the client checks results with
  return {
    client,
    async call(name, args) {
      const { structuredContent, isError, content } = await client.callTool({ name, arguments: args });
      if (isError) throw new Error(JSON.stringify(content));
      return structuredContent as Structured;
    },
  };
}
