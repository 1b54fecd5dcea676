import { Command, CommanderError } from "commander";
import { PROGRAM } from "../lib/program-name.ts";
import { VERSION } from "../lib/version.ts";
import type { ServeOptions } from "../service/serve.ts";
import { type CliContext, loadEnvFile, reportFailure, USAGE_ERROR, UsageError } from "./cli-context.ts";
import { addBackup, addRestore, addVerify } from "./commands/backup-commands.ts";
import { addDeadLettersCommands } from "./commands/dead-letters-commands.ts";
import { addDoctorCommand } from "./commands/doctor-command.ts";
import { addEventsCommands } from "./commands/events-commands.ts";
import { addFlagsCommands } from "./commands/flags-commands.ts";
import { addJournalCommands } from "./commands/journal-commands.ts";
import { addMcpCommand } from "./commands/mcp-command.ts";
import { addMoveCommand } from "./commands/move-command.ts";
import { addNodesCommands } from "./commands/nodes-commands.ts";
import { addPersonsCommands } from "./commands/persons-commands.ts";
import { addRecordingsCommands } from "./commands/recordings-commands.ts";
import { addSchemasCommands } from "./commands/schemas-commands.ts";
import { addSetupCommand, addSignInLinkCommand } from "./commands/setup-command.ts";
import { addKeysCommands, addTenantsCommands } from "./commands/tenants-commands.ts";
import { addContractCommands } from "./contract/contract-commands.ts";
import { modernize } from "./contract/old-spellings.ts";
import { KEY_VARIABLE } from "./contract/remote-service.ts";
import { addAskCommands, addSqlCommand } from "./events/ask-command.ts";
import { examples } from "./output.ts";
import { readCount } from "./read-input.ts";

/** Commands on the store of the settings, which no operation replaces. */
const LOCAL = [
  addServeCommand,
  addSandboxCommand,
  addSetupCommand,
  addTenantsCommands,
  addKeysCommands,
  addSignInLinkCommand,
  addFlagsCommands,
  addSchemasCommands,
  addEventsCommands,
  addPersonsCommands,
  addDeadLettersCommands,
  addJournalCommands,
  addNodesCommands,
  addRecordingsCommands,
  addBackup,
  addRestore,
  addVerify,
  addMoveCommand,
  addDoctorCommand,
];
const REMOTE = [addSqlCommand, addAskCommands, addMcpCommand];

const DEFAULT_PORT = "8010";
const MAX_PORT = 65_535;

/** Builds the `sightline` command. Its actions throw errors, which `runProgram` turns into an exit status. */
export function buildProgram(processContext: CliContext, isRemote = false): Command {
  const context: CliContext = { ...processContext, remote: () => program.opts() };
  const program: Command = new Command(PROGRAM)
    .description("Self-hosted product analytics. Settings are environment variables: see .env.example.")
    .version(VERSION, "-V, --version", "print the version")
    .option("--env-file <path>", "read settings from this file, such as that of a systemd unit, instead of .env")
    .option("--url <address>", "call this service instead of opening the store of the settings")
    .option("--api-key <key>", `personal API key for --url (default: ${KEY_VARIABLE} of the environment)`)
    .helpOption("-h, --help", "print help for a command")
    .exitOverride()
    .configureOutput({ writeOut: context.out, writeErr: context.err })
    .showHelpAfterError("(add --help for help)")
    .addHelpText("after", examples("flags apply flags.yaml --dry-run"));
  program.hook("preAction", () => {
    const { envFile } = program.opts<{ envFile?: string }>();
    if (envFile !== undefined) loadEnvFile(envFile, context.environment);
  });
  for (const add of isRemote ? REMOTE : [...LOCAL, ...REMOTE]) add(program, context);
  addContractCommands(program, context);
  return program;
}

function addServeCommand(program: Command, context: CliContext): void {
  program
    .command("serve")
    .summary("run the service")
    .description(
      "Run the service until SIGTERM or SIGINT. " +
        "The first start creates an organization and a project and prints the keys.",
    )
    .option(
      "--adopt-store",
      "use the selected store although DATA_DIR belongs to another: what waits in the journal is stored there",
    )
    .addHelpText("after", `\nExample:\n  PORT=9000 DATA_DIR=/var/lib/sightline ${PROGRAM} serve`)
    .action((options: ServeOptions) => context.serve(options));
}

/** Runs a command line, without node and script. Returns the exit status: 0 success, 1 failure, 2 invalid usage. */
export async function runProgram(given: readonly string[], context: CliContext): Promise<number> {
  const { argv, hint } = modernize(given);
  if (hint !== null) context.err(hint);
  try {
    const isRemote = argv.some((word) => /^--url(=|$)/.test(word));
    await buildProgram(context, isRemote).parseAsync([...argv], { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_ERROR;
    return reportFailure(error, context);
  }
}

function addSandboxCommand(program: Command, context: CliContext): void {
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
