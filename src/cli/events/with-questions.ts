import { readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Answers } from "../../answers/answer-question.ts";
import { cacheFolder, type Reader } from "../../answers/history/local/open-local-files.ts";
import type { EventQuestion } from "../../answers/questions/plan-question.ts";
import type { QueryResponse } from "../../answers/questions/question-context.ts";
import { openAnswers } from "../../service/open-answers.ts";
import { readConfig } from "../../settings/config.ts";
import { fileEngine } from "../../store/choose-engines.ts";
import { readCalendar } from "../../store/records/project-settings.ts";
import { withProject } from "../choose-project.ts";
import { type CliContext, CommandFailure } from "../cli-context.ts";
import { isRunning } from "../is-running.ts";

const COMMAND_FOLDER = /^command-(\d+)$/;

/**
 * Answers a question about the chosen project as the service does, in an engine of this command's own: beside a running
 * service, and without one. Throws what the service reports.
 */
export async function askQuestion(
  option: string | undefined,
  question: EventQuestion,
  context: CliContext,
): Promise<QueryResponse> {
  const config = readConfig(context.environment);
  return withProject(option, context, async (project, store) => {
    const reader: Reader = `command-${process.pid}`;
    const folders = [join(config.DATA_DIR, "answers", reader), cacheFolder(config.DATA_DIR, reader)];
    const fileStore = await fileEngine(config).open();
    let answers: Answers | undefined;
    try {
      for (const folder of folders) await removeAbandoned(dirname(folder));
      const log = { error: ({ reason }: { reason?: string }) => context.err(`${reason}\n`) };
      answers = openAnswers(config, store, fileStore, log, { reader });
      const calendar = await readCalendar(project, store.records);
      return await answers.ask(project, question, { ...calendar, isForced: false });
    } catch (error) {
      // A fault of the engine has a stack trace in its message.
      const [sentence = ""] = error instanceof Error ? error.message.split("\n") : [];
      throw new CommandFailure(sentence, { cause: error });
    } finally {
      await answers?.close();
      await fileStore.close();
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    }
  });
}

/** Removes what commands left that were killed. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const id = COMMAND_FOLDER.exec(name)?.[1];
    if (id !== undefined && !isRunning(Number(id))) await rm(join(folder, name), { recursive: true, force: true });
  }
}
