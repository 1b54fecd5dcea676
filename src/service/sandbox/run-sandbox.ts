import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { watchTermination } from "../../lib/threads/termination.ts";
import { createLog } from "../create-log.ts";
import { type Sandbox, startSandbox } from "./sandbox.ts";

export interface SandboxAddress {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Origins of pages that may call every operation, besides those of this machine. */
  readonly origins: readonly string[];
}

/** Time to stop after the first signal. */
const MAX_STOP_MS = 15_000;
const LOG_SETTINGS = { LOG_LEVEL: "warn", LOG_FORMAT: "text" } as const;

/** Runs a sandbox until SIGTERM or SIGINT. Throws an error with a one-line message if it cannot start or fails. */
export async function runSandbox(
  { host, port, origins }: SandboxAddress,
  output: NodeJS.WritableStream,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "sightline-sandbox-"));
  process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
  const write = (text: string) => void process.stderr.write(text);
  const { log } = createLog(LOG_SETTINGS, { isTerminal: true, write });
  const { terminated, onFatal } = watchTermination();
  // Ctrl-C may come twice, from the terminal and npm: the second signal must not leave the directory behind.
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.on(signal, () => setTimeout(() => process.exit(1), MAX_STOP_MS).unref());
  }
  const sandbox = await startSandbox({ host, port, origins, directory, log, onFatal }).catch((error: Error) => {
    const isInUse = (error.cause as NodeJS.ErrnoException | undefined)?.code === "EADDRINUSE";
    throw isInUse ? new Error(`Port ${port} is in use: choose another with --port.`) : error;
  });
  output.write(formatWelcome(sandbox, host));
  try {
    await terminated;
  } finally {
    await sandbox.stop();
  }
}

function formatWelcome({ port, tenant }: Sandbox, host: string): string {
  const base = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const { organizationId, projectId, projectApiKey, personalApiKey } = tenant;
  return `Sandbox: ${base} (Ctrl-C stops it)
For development and tests only: everybody knows its keys, and its data is deleted when it ends.

  organization      ${organizationId}
  project           ${projectId}
  project API key   ${projectApiKey}
  personal API key  ${personalApiKey}

curl ${base}/capture/ -H 'Content-Type: application/json' \\
  -d '{"api_key": "${projectApiKey}", "event": "hello", "distinct_id": "ada"}'
curl '${base}/_sandbox/events?wait=5'
curl ${base}/api/projects/${projectId}/session_recordings -H 'Authorization: Bearer ${personalApiKey}'

The console is at ${base}/_sandbox/console
The reference is at ${base}/docs
`;
}
