import type { Command } from "commander";
import { type CliContext, UsageError } from "../cli-context.ts";
import { examples } from "../output.ts";
import { readCount } from "../read-input.ts";

const DEFAULT_PORT = "8010";
const MAX_PORT = 65_535;

export function addSandboxCommand(program: Command, context: CliContext): void {
  program
    .command("sandbox")
    .summary("run the service for tests, with sample data that is deleted at the end")
    .description(
      "Run the service with the data of the contract's examples and keys that are always the same, until SIGTERM or " +
        "SIGINT. Its data is in a temporary folder, which is deleted at the end; settings and DATA_DIR are ignored. " +
        "Pages of this machine may call every operation. POST /_sandbox/reset restores the data, and " +
        "GET /_sandbox/events?wait=5 lists the events that arrived; /_sandbox/openapi.json describes all of these. " +
        "Not for production: everybody knows its keys.",
    )
    .option("--port <port>", "port to listen on, 0 for a free one", DEFAULT_PORT)
    .option("--host <host>", "address to listen on", "127.0.0.1")
    .option("--origin <origin...>", "pages of other machines that may call every operation", [])
    .addHelpText("after", examples("sandbox --port 8010"))
    .action(({ port, host, origin }: { port: string; host: string; origin: readonly string[] }) => {
      const number = readCount("--port", port, MAX_PORT, 0);
      const wrong = origin.find((text) => !isOrigin(text));
      if (wrong !== undefined) throw new UsageError(`--origin must be like https://shop.example, not ${wrong}.`);
      return context.sandbox({ port: number, host, origins: origin });
    });
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
}
