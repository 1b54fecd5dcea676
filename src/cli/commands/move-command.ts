import type { Command } from "commander";
import { PROGRAM } from "../../lib/program-name.ts";
import { type Config, readConfig } from "../../settings/config.ts";
import { type CliContext, CommandFailure, loadEnvFile, UsageError } from "../cli-context.ts";
import { examples } from "../output.ts";

type Environment = Record<string, string | undefined>;

export function addMoveCommand(program: Command, context: CliContext): void {
  program
    .command("move")
    .summary("move everything to other engines, such as from SQLite to MongoDB")
    .description(
      "Move everything that the settings in one file select, SQLite and a folder or MongoDB and S3, to what the " +
        "settings in another file select, which must be empty. The data stay where they were, too. You may " +
        "interrupt and repeat the command. A service on SQLite may run meanwhile: it accepts events, which wait in " +
        "the journal. " +
        "In the end stop it, and start it with the new settings. Nodes on MongoDB must be stopped before. " +
        "Progress is shown on a terminal.",
    )
    .requiredOption("--from <file>", "the settings of the service now, as in .env")
    .requiredOption("--to <file>", "its settings afterwards")
    .option("--dry-run", "only say what would be moved, and about how long it takes")
    .addHelpText("after", examples("move --from old.env --to new.env --dry-run"))
    .action(async ({ from, to, dryRun }: { from: string; to: string; dryRun?: true }) => {
      const [old, next] = [readSettings(from, context), readSettings(to, context)];
      if (dryRun) await estimate(old, next, context);
      else await move(old, next, context);
    });
}

/** Reads the settings of a file alone: those of the environment are for one of the two stores only. */
function readSettings(path: string, { environment }: Pick<CliContext, "environment">): Config {
  const settings: Environment = {};
  loadEnvFile(path, settings);
  for (const [name, value] of Object.entries(settings)) {
    if (!name.startsWith("AWS_")) continue;
    if (environment[name] !== undefined && environment[name] !== value) {
      throw new UsageError(`${name} is ${path}'s, and another elsewhere: one command has one account of S3.`);
    }
    environment[name] = value;
  }
  return readConfig(settings);
}

async function estimate(from: Config, to: Config, context: CliContext): Promise<void> {
  const { estimateMove, FILES_PER_SECOND, ROWS_PER_SECOND } = await import("../../ops/move-store.ts");
  const { rows, files, seconds } = await estimateMove(from, to);
  for (const [kind, count] of Object.entries(rows)) if (count > 0) context.out(`${kind}: ${format(count)}\n`);
  context.out(`files of recordings: ${format(files)}\n`);
  const duration = seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
  const rates = `${format(ROWS_PER_SECOND)} rows and ${FILES_PER_SECOND} files a second`;
  context.out(`About ${duration}, at ${rates}. Nothing was moved.\n`);
}

async function move(from: Config, to: Config, { progress: runWithProgress, out, err }: CliContext): Promise<void> {
  const { moveStore } = await import("../../ops/move-store.ts");
  const onWaiting = () =>
    err("Everything is moved. Stop the service now: then this command lets the new settings take its place.\n");
  const { rows, recordingFiles } = await moveStore({ from, to, runWithProgress, onWaiting });
  for (const [kind, { rows: count, checksum }] of Object.entries(rows)) {
    if (count > 0) out(`${kind}: ${format(count)}, checksum ${checksum}\n`);
  }
  out(`files of recordings: ${format(recordingFiles.files)}, ${format(recordingFiles.bytes)} bytes\n`);
  const [missing] = recordingFiles.missing;
  if (missing !== undefined) {
    const count = `${recordingFiles.missing.length} recording files`;
    throw new CommandFailure(`Moved, but ${count} did not exist, such as ${missing}: see \`${PROGRAM} doctor\`.`);
  }
  out("Moved: both stores have the same. Start the service with the new settings.\n");
}

const format = (count: number) => count.toLocaleString("en");
