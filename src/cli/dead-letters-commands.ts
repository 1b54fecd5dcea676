import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { parseProjectId } from "../access/parse-ids.ts";
import type { DeadLetterFilter, StoredDeadLetter } from "../capture/journal/dead-letters.ts";
import type { JournalDatabase } from "../capture/journal/journal-database.ts";
import { readConfig } from "../config.ts";
import { type CliContext, CommandFailure, UsageError } from "./cli-context.ts";
import { deadLettersToText, deadLetterToJsonLine } from "./dead-letter-text.ts";
import { printLines } from "./print-lines.ts";
import { withProgress } from "./progress.ts";

interface FilterOptions {
  readonly project?: string;
  readonly reason?: string;
}

const MAX_LISTED = 50;
/** How long a replay waits for a store that takes nothing. */
const STORE_TIMEOUT_MS = 10_000;
const NO_DEAD_LETTERS = "There are no such dead letters.\n";

/** Adds `dead-letters list`, `dead-letters replay` and `dead-letters export` to the program. */
export function addDeadLettersCommands(program: Command, context: CliContext): void {
  const letters = program
    .command("dead-letters")
    .summary("see the events that could not be stored, and try again")
    .description(
      "An accepted event that the store would never take is set aside in the journal of its node (DATA_DIR), with the reason. " +
        "Past DEAD_LETTERS_MAX_BYTES the oldest go. All of this works while the service runs or not.",
    )
    .addHelpText("after", "\nExample:\n  sightline dead-letters list");
  addList(letters, context);
  addReplay(letters, context);
  addExport(letters, context);
}

function addFilter(command: Command): Command {
  return command
    .option("--project <id>", "only those of this project")
    .option("--reason <text>", "only those whose reason contains this text");
}

function addList(letters: Command, context: CliContext): void {
  addFilter(
    letters
      .command("list")
      .summary("list them")
      .description(`List the ${MAX_LISTED} newest with their reasons, newest first. For all of them there is export.`),
  )
    .addHelpText("after", "\nExample:\n  sightline dead-letters list --project 1")
    .action(async (options: FilterOptions) => {
      const filter = readFilter(options);
      await withJournal(context, { readonly: true }, async ({ deadLetters: store }) => {
        const count = store.count(filter);
        if (count === 0) return context.err(NO_DEAD_LETTERS);
        context.out(deadLettersToText(store.list(filter, MAX_LISTED)));
        if (count > MAX_LISTED) context.out(`and ${count - MAX_LISTED} older ones\n`);
      });
    });
}

function addReplay(letters: Command, context: CliContext): void {
  addFilter(
    letters
      .command("replay")
      .summary("try to store them again")
      .description(
        "Try to store dead letters again, after what was wrong is mended: they go back into the journal, from which the running service takes them; " +
          "where none runs, this command does, and none can start meanwhile. One that is refused again is a dead letter again, with its new reason, " +
          "and the exit status is 1. What an event says of its person is applied as if it came now.",
      ),
  )
    .addHelpText("after", "\nExample:\n  sightline dead-letters replay --reason 'no such column'")
    .action(async (options: FilterOptions) => {
      const filter = readFilter(options);
      const { stored, refused, waiting } = await withJournal(context, { readonly: false }, (journal) =>
        replay(journal, filter, context),
      );
      if (stored + refused + waiting === 0) return context.err(NO_DEAD_LETTERS);
      context.out(`stored: ${stored}\n`);
      if (waiting > 0) context.err(`waiting in the journal: ${waiting}, until the store is there\n`);
      if (refused > 0) throw new CommandFailure(`refused again: ${refused}, see \`sightline dead-letters list\``);
    });
}

async function replay(journal: JournalDatabase, filter: DeadLetterFilter, { environment, progress, now }: CliContext) {
  const { replayDeadLetters } = await import("../capture/dead-letters/replay-dead-letters.ts");
  const { drainOffline } = await import("../capture/dead-letters/drain-offline.ts");
  const drain = await drainOffline(readConfig(environment));
  try {
    const total = async () => journal.deadLetters.count(filter);
    return await withProgress(progress, "replayed", total, (advance) =>
      replayDeadLetters(journal, filter, { now, onProgress: advance, timeoutMs: STORE_TIMEOUT_MS }),
    );
  } finally {
    await drain?.stop(AbortSignal.abort());
  }
}

function addExport(letters: Command, context: CliContext): void {
  addFilter(
    letters
      .command("export")
      .summary("print all of them")
      .description(
        "Print dead letters as JSON lines, oldest first: each is an event with its reason, and may, once mended, be sent again in the `batch` of a " +
          "request. On a terminal, standard error shows how far it is.",
      ),
  )
    .addHelpText("after", "\nExample:\n  sightline dead-letters export --project 1 > refused.jsonl")
    .action(async (options: FilterOptions) => {
      const filter = readFilter(options);
      await withJournal(context, { readonly: true }, async ({ deadLetters: store }) => {
        const total = async () => store.count(filter);
        const any = await withProgress(context.printingProgress, "exported", total, (advance) =>
          printLines(context, flatten(store.batches(filter)), deadLetterToJsonLine, advance),
        );
        if (!any) context.err(NO_DEAD_LETTERS);
      });
    });
}

function readFilter({ project, reason }: FilterOptions): DeadLetterFilter {
  const projectId = project === undefined ? undefined : parseProjectId(project);
  if (projectId === null) throw new UsageError("--project must be the id of a project: a whole number.");
  return { projectId, reason };
}

/** Opens the journal of this node for the time of `work`. */
async function withJournal<T>(
  context: CliContext,
  options: { readonly: boolean },
  work: (journal: JournalDatabase) => Promise<T>,
): Promise<T> {
  const { DATA_DIR } = readConfig(context.environment);
  if (!existsSync(join(DATA_DIR, "journal.db"))) {
    throw new CommandFailure(`There is no journal in ${DATA_DIR} yet: the first start of the service makes it.`);
  }
  const journal = new (await import("../capture/journal/journal-database.ts")).JournalDatabase(DATA_DIR, options);
  try {
    return await work(journal);
  } finally {
    journal.close();
  }
}

function* flatten(portions: Iterable<readonly StoredDeadLetter[]>): Generator<StoredDeadLetter> {
  for (const portion of portions) yield* portion;
}
