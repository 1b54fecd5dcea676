import { createInterface } from "node:readline";
import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { cliOperation } from "../contract/cli-operations.ts";
import { withService } from "../contract/remote-service.ts";
import type { Service } from "../contract/service.ts";
import { examples } from "../output.ts";

interface McpOptions {
  readonly write?: true;
  readonly project?: string;
  readonly user?: string;
}

/** As many messages as the service answers at once; further lines wait in the pipe. */
const MAX_RUNNING = 5;

/** Adds the command that a coding assistant starts, and to which it speaks over standard input and output. */
export function addMcpCommand(program: Command, context: CliContext): void {
  program
    .command("mcp")
    .summary("let an agent read events, persons, recordings and flags")
    .description(
      "Answer messages of the Model Context Protocol on standard input, as POST /mcp of the service does. A coding " +
        "assistant starts this command itself.",
    )
    .option("--write", "have tools that change or erase something, too")
    .option("--project <id>", "concern this project only")
    .option("--user <address>", "act as this user instead of as the operator")
    .addHelpText("after", examples("mcp --project 1", "--url https://sightline.example mcp"))
    .action((options: McpOptions) => serveAgent(options, context));
}

function serveAgent({ write, project, user }: McpOptions, context: CliContext): Promise<void> {
  const query = new URLSearchParams({ ...(write && { write: "true" }), ...(project !== undefined && { project }) });
  const operation = cliOperation("mcp_call");
  return withService(operation, user === undefined ? {} : { user }, context, async (service) => {
    const running = new Set<Promise<unknown>>();
    for await (const line of createInterface({ input: process.stdin })) {
      if (line.trim() === "") continue;
      const answering = answerLine(line, (body) => service.call({ operation, path: {}, query, body }))
        .then((answer) => answer === "" || context.write(`${answer}\n`))
        .finally(() => running.delete(answering));
      running.add(answering);
      if (running.size >= MAX_RUNNING) await Promise.race(running);
    }
    await Promise.all(running);
  });
}

/** Returns the answer to a line; empty if it needs none. */
async function answerLine(line: string, call: (body: object) => ReturnType<Service["call"]>): Promise<string> {
  let id: unknown = null;
  try {
    const message = JSON.parse(line) as { readonly id?: unknown };
    id = message.id;
    return String((await call(message)).body);
  } catch (error) {
    const code = error instanceof SyntaxError ? -32700 : -32603;
    const { message } = error as Error;
    return id === undefined ? "" : JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });
  }
}
