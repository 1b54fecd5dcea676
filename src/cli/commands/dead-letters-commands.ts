import type { Command } from "commander";
import type { DeadLetterExcerpt, DeadLetterFilter } from "../../ingest/journal/dead-letters.ts";
import type { JournalDatabase } from "../../ingest/journal/journal-database.ts";
import { deadLetterToJsonLine } from "../../ingest/json-lines.ts";
import { PROGRAM } from "../../lib/program-name.ts";
import { readConfig } from "../../settings/config.ts";
import { parseProjectId } from "../../store/stored-ids.ts";
import { type CliContext, CommandFailure, requireFile, sayDirectory, UsageError } from "../cli-context.ts";
import { examples, exportLines, formatTable, shorten } from "../output.ts";

type FilterOptions = { readonly project?: string; readonly reason?: string };

const MAX_LISTED = 50;
const MAX_REASON_CHARACTERS = 160;
const STORE_TIMEOUT_MS = 10_000;
const NO_DEAD_LETTERS = "There are no such dead letters.\n";

export function addDeadLettersCommands(program: Command, context: CliContext): void {
  const deadLetters = program
    .command("dead-letters")
    .summary("list and replay events that could not be stored")
    .description(
      "An accepted event that the store refuses for good becomes a dead letter: the node keeps it in its journal " +
        "(DATA_DIR) with the reason. Beyond DEAD_LETTERS_MAX_BYTES the oldest are deleted. " +
        "The commands work whether or not the service is running.",
    )
    .addHelpText("after", examples("dead-letters list"));
  for (const add of [addList, addReplay, addExport]) add(deadLetters, context);
}

function addFilter(command: Command): Command {
  return command
    .option("--project <id>", "only dead letters of this project")
    .option("--reason <text>", "only dead letters whose reason contains this text");
}

function addList(deadLetters: Command, context: CliContext): void {
  addFilter(
    deadLetters
      .command("list")
      .summary("list the newest dead letters")
      .description(`List the ${MAX_LISTED} newest dead letters and their reasons. Use export for all of them.`),
  )
    .addHelpText("after", examples("dead-letters list --project 1"))
    .action(async (options: FilterOptions) => {
      const filter = readFilter(options);
      await withJournal(context, { readonly: true }, async (journal) => {
        const count = journal.deadLetters.count(filter);
        if (count === 0) return context.err(NO_DEAD_LETTERS);
        context.out(deadLettersToText(journal.deadLetters.list(filter, { limit: MAX_LISTED, offset: 0 })));
        if (count > MAX_LISTED) context.out(`and ${count - MAX_LISTED} older ones\n`);
      });
    });
}

function addReplay(deadLetters: Command, context: CliContext): void {
  addFilter(
    deadLetters
      .command("replay")
      .summary("try to store dead letters again")
      .description(
        "Try to store dead letters again after fixing the cause. They return to the journal, and the running service " +
          "stores them. If no service is running, this command stores them, and no service can start meanwhile. " +
          "An event that is refused again becomes a dead letter with its new reason, and the exit status is 1. " +
          "Changes of persons are applied as if the event arrived now.",
      ),
  )
    .addHelpText("after", examples("dead-letters replay --reason 'no such column'"))
    .action(async (options: FilterOptions) => {
      const filter = readFilter(options);
      const { stored, refused, waiting } = await withJournal(context, { readonly: false }, (journal) =>
        replay(journal, filter, context),
      );
      if (stored + refused + waiting === 0) return context.err(NO_DEAD_LETTERS);
      context.out(`stored: ${stored}\n`);
      if (waiting > 0) context.err(`waiting in the journal: ${waiting}, until the store is available\n`);
      if (refused > 0) throw new CommandFailure(`refused again: ${refused}, see \`${PROGRAM} dead-letters list\``);
    });
}

async function replay(journal: JournalDatabase, filter: DeadLetterFilter, { environment, progress, now }: CliContext) {
  const { replayDeadLetters } = await import("../../ingest/journal/replay-dead-letters.ts");
  const { drainOffline } = await import("../../ops/drain-directory.ts");
  await using _draining = await drainOffline(readConfig(environment));
  const total = async () => journal.deadLetters.count(filter);
  return await progress("replayed", total, (advance) =>
    replayDeadLetters(journal, filter, { now, onProgress: advance, timeoutMs: STORE_TIMEOUT_MS }),
  );
}

function addExport(deadLetters: Command, context: CliContext): void {
  addFilter(
    deadLetters
      .command("export")
      .summary("print all dead letters as JSON lines")
      .description(
        "Print dead letters as JSON lines, oldest first. Each line is an event with its reason; " +
          "after fixing it, you can send it again in the `batch` of a request. Progress is shown on a terminal.",
      ),
  )
    .addHelpText("after", examples("dead-letters export --project 1 > refused.jsonl"))
    .action(async (options: FilterOptions) => {
      const filter = readFilter(options);
      await withJournal(context, { readonly: true }, async ({ deadLetters: store }) => {
        const total = async () => store.count(filter);
        const isAny = await exportLines(context, total, flatten(store.batches(filter)), deadLetterToJsonLine);
        if (!isAny) context.err(NO_DEAD_LETTERS);
      });
    });
}

function readFilter({ project, reason }: FilterOptions): DeadLetterFilter {
  const projectId = project === undefined ? undefined : parseProjectId(project);
  if (projectId === null) throw new UsageError("--project must be a project id: a whole number.");
  return { projectId, reason };
}

async function withJournal<T>(
  context: CliContext,
  options: { readonly: boolean },
  work: (journal: JournalDatabase) => Promise<T>,
): Promise<T> {
  const { DATA_DIR } = readConfig(context.environment);
  await requireFile(DATA_DIR, "journal.db");
  sayDirectory(DATA_DIR, context);
  const { JournalDatabase } = await import("../../ingest/journal/journal-database.ts");
  using journal = new JournalDatabase(DATA_DIR, options);
  return await work(journal);
}

function* flatten<T>(batches: Iterable<readonly T[]>): Generator<T> {
  for (const batch of batches) yield* batch;
}

function deadLettersToText(deadLetters: readonly DeadLetterExcerpt[]): string {
  const rows = deadLetters.map(({ at, projectId, name, distinctId, uuid, reason }) => {
    const time = new Date(at).toISOString().slice(0, 19);
    return [time, projectId, uuid, name, distinctId, shorten(reason, MAX_REASON_CHARACTERS)];
  });
  return formatTable(["SET ASIDE (UTC)", "PROJECT", "UUID", "EVENT", "DISTINCT ID", "REASON"], rows);
}
