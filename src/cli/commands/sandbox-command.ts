import type { Command } from "commander";
import { PROGRAM } from "../../values/program-name.ts";
import { type CliContext, UsageError } from "../cli-context.ts";

const DEFAULT_PORT = "8010";
const MAX_PORT = 65_535;

/** Adds `sandbox` to the program. */
export function addSandboxCommand(program: Command, context: CliContext): void {
  program
    .command("sandbox")
    .summary("run the service for tests, with sample data that is deleted at the end")
    .description(
      "Run the service with the data of the contract's examples and keys that are always the same, until SIGTERM or " +
        "SIGINT. Its data is in a temporary folder, which is deleted at the end; settings and DATA_DIR are ignored. " +
        "Pages of this machine may call every operation. POST /_sandbox/reset restores the data, and " +
        "GET /_sandbox/events?wait=5 lists the events that arrived. Not for production: everybody knows its keys.",
    )
    .option("--port <port>", "port to listen on, 0 for a free one", DEFAULT_PORT)
    .option("--host <host>", "address to listen on", "127.0.0.1")
    .addHelpText("after", `\nExample:\n  ${PROGRAM} sandbox --port 8010`)
    .action(({ port, host }: { readonly port: string; readonly host: string }) => {
      if (!/^\d{1,5}$/.test(port) || Number(port) > MAX_PORT) {
        throw new UsageError(`--port must be a whole number from 0 to ${MAX_PORT}.`);
      }
      return context.sandbox({ port: Number(port), host });
    });
}
