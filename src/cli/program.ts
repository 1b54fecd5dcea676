import { Command, CommanderError } from "commander";
import { PROGRAM } from "../program-name.ts";
import type { ServeOptions } from "../serve.ts";
import { VERSION } from "../version.ts";
import { addBackupCommands } from "./backup-commands.ts";
import type { CliContext } from "./cli-context.ts";
import { addDeadLettersCommands } from "./dead-letters-commands.ts";
import { addDoctorCommand } from "./doctor-command.ts";
import { addEventsCommands } from "./events-commands.ts";
import { addFlagsCommands } from "./flags-commands.ts";
import { addInvitesCommands } from "./invites-commands.ts";
import { addJournalCommands } from "./journal-commands.ts";
import { addKeysCommands } from "./keys-commands.ts";
import { addMembersCommands } from "./members-commands.ts";
import { addNodesCommands } from "./nodes-commands.ts";
import { addOrganizationsCommands } from "./organizations-commands.ts";
import { addPersonsCommands } from "./persons-commands.ts";
import { addProjectsCommands } from "./projects-commands.ts";
import { addRecordingsCommands } from "./recordings-commands.ts";
import { reportFailure, USAGE_ERROR } from "./report-failure.ts";
import { addSandboxCommand } from "./sandbox-command.ts";
import { addSetupCommand } from "./setup-command.ts";

/**
 * Returns the `sightline` command. Its actions throw errors, which `runProgram` prints and turns into an exit status.
 */
export function buildProgram(context: CliContext): Command {
  const program = new Command(PROGRAM)
    .description("Self-hosted product analytics. Settings are environment variables: see .env.example.")
    .version(VERSION, "-V, --version", "print the version")
    .helpOption("-h, --help", "print help for a command")
    .exitOverride()
    .configureOutput({ writeOut: context.out, writeErr: context.err })
    .showHelpAfterError("(add --help for help)")
    .addHelpText("after", `\nExample:\n  ${PROGRAM} flags apply flags.yaml --dry-run`);
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
  addSandboxCommand(program, context);
  addSetupCommand(program, context);
  addOrganizationsCommands(program, context);
  addProjectsCommands(program, context);
  addMembersCommands(program, context);
  addInvitesCommands(program, context);
  addKeysCommands(program, context);
  addFlagsCommands(program, context);
  addEventsCommands(program, context);
  addPersonsCommands(program, context);
  addDeadLettersCommands(program, context);
  addJournalCommands(program, context);
  addNodesCommands(program, context);
  addRecordingsCommands(program, context);
  addBackupCommands(program, context);
  addDoctorCommand(program, context);
  return program;
}

/** Runs a command line, without node and script. Returns the exit status: 0 success, 1 failure, 2 invalid usage. */
export async function runProgram(argv: readonly string[], context: CliContext): Promise<number> {
  try {
    await buildProgram(context).parseAsync([...argv], { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_ERROR;
    return reportFailure(error, context);
  }
}
