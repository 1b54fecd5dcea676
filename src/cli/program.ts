import { Command, CommanderError } from "commander";
import { PROGRAM } from "../lib/program-name.ts";
import { VERSION } from "../lib/version.ts";
import type { ServeOptions } from "../service/serve.ts";
import { type CliContext, reportFailure, USAGE_ERROR } from "./cli-context.ts";
import { addBackup, addRestore, addVerify } from "./commands/backup-commands.ts";
import { addDeadLettersCommands } from "./commands/dead-letters-commands.ts";
import { addDoctorCommand } from "./commands/doctor-command.ts";
import { addEventsCommands } from "./commands/events-commands.ts";
import { addFlagsCommands } from "./commands/flags-commands.ts";
import { addJournalCommands } from "./commands/journal-commands.ts";
import { addKeysCommands } from "./commands/keys-commands.ts";
import { addMcpCommand } from "./commands/mcp-command.ts";
import { addMoveCommand } from "./commands/move-command.ts";
import { addNodesCommands } from "./commands/nodes-commands.ts";
import { addPersonsCommands } from "./commands/persons-commands.ts";
import { addRecordingsCommands } from "./commands/recordings-commands.ts";
import { addSandboxCommand } from "./commands/sandbox-command.ts";
import { addSchemasCommands } from "./commands/schemas-commands.ts";
import { addSetupCommand } from "./commands/setup-command.ts";
import { addSignInLinkCommand } from "./commands/sign-in-link-command.ts";
import { addTenantsCommands } from "./commands/tenants-commands.ts";
import { addContractCommands } from "./contract/contract-commands.ts";
import { modernize } from "./contract/old-spellings.ts";
import { KEY_VARIABLE } from "./contract/remote-service.ts";
import { loadEnvFile } from "./env-file.ts";
import { addAskCommands } from "./events/ask-command.ts";
import { addSqlCommand } from "./events/sql-command.ts";
import { examples } from "./output.ts";

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
/** Commands that ask a service elsewhere, too. */
const REMOTE = [addSqlCommand, addAskCommands, addMcpCommand];

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
