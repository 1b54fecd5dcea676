import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { readProjectId } from "../access/ids.ts";
import type { JournalDatabase } from "../capture/journal/database.ts";
import type { KeptLetter, LetterFilter } from "../capture/journal/dead-letters.ts";
import { readConfig } from "../config.ts";
import { type CliContext, CommandFailure, WrongUse } from "./context.ts";
import { letterLine, lettersToText } from "./dead-letter-text.ts";
import { printLines } from "./print-lines.ts";
import { withProgress } from "./progress.ts";

interface FilterOptions {
  readonly project?: string;
  readonly reason?: string;
}

const SHOWN = 50;
/** How long a replay waits for a store that takes nothing. */
const PATIENCE_MS = 10_000;
const NOTHING = "There are no such dead letters.\n";

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
      .description(`List the ${SHOWN} newest with their reasons, newest first. For all of them there is export.`),
  )
    .addHelpText("after", "\nExample:\n  sightline dead-letters list --project 1")
    .action(async (options: FilterOptions) => {
      const filter = readFilter(options);
      await withJournal(context, { readonly: true }, async ({ deadLetters: store }) => {
        const count = store.count(filter);
        if (count === 0) return context.err(NOTHING);
        context.out(lettersToText(store.list(filter, SHOWN)));
        if (count > SHOWN) context.out(`and ${count - SHOWN} older ones\n`);
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
      if (stored + refused + waiting === 0) return context.err(NOTHING);
      context.out(`stored: ${stored}\n`);
      if (waiting > 0) context.err(`waiting in the journal: ${waiting}, until the store is there\n`);
      if (refused > 0) throw new CommandFailure(`refused again: ${refused}, see \`sightline dead-letters list\``);
    });
}

async function replay(journal: JournalDatabase, filter: LetterFilter, { environment, progress, now }: CliContext) {
  const { replayDeadLetters } = await import("../capture/dead-letters/replay.ts");
  const { standIn } = await import("../capture/dead-letters/stand-in.ts");
  const drain = await standIn(readConfig(environment));
  try {
    const total = async () => journal.deadLetters.count(filter);
    return await withProgress(progress, "replayed", total, (advance) =>
      replayDeadLetters(journal, filter, { now, advance, patienceMs: PATIENCE_MS }),
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
          printLines(context, flat(store.portions(filter)), letterLine, advance),
        );
        if (!any) context.err(NOTHING);
      });
    });
}

function readFilter({ project, reason }: FilterOptions): LetterFilter {
  const projectId = project === undefined ? undefined : readProjectId(project);
  if (projectId === null) throw new WrongUse("--project must be the id of a project: a whole number.");
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
  const journal = new (await import("../capture/journal/database.ts")).JournalDatabase(DATA_DIR, options);
  try {
    return await work(journal);
  } finally {
    journal.close();
  }
}

function* flat(portions: Iterable<readonly KeptLetter[]>): Generator<KeptLetter> {
  for (const portion of portions) yield* portion;
}
