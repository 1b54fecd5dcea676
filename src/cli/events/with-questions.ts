import type { EventQuestion } from "../../questions/kinds/plan-question.ts";
import type { QueryResponse } from "../../questions/kinds/question-context.ts";
import { readCalendar } from "../../store/records/project-settings.ts";
import { withProject } from "../choose-project.ts";
import { type CliContext, CommandFailure } from "../cli-context.ts";
import { commandAnswers } from "./command-answers.ts";

/** Answers a question about the chosen project as the service does, beside one or without. Throws what it reports. */
export async function askQuestion(
  option: string | undefined,
  question: EventQuestion,
  context: CliContext,
): Promise<QueryResponse> {
  return withProject(option, context, async (project, store) => {
    const { answers, close } = commandAnswers(store, context);
    try {
      const calendar = await readCalendar(project, store.records);
      return await (await answers()).ask(project, question, { ...calendar, isForced: false });
    } catch (error) {
      // A fault of the engine has a stack trace in its message.
      const [sentence = ""] = error instanceof Error ? error.message.split("\n") : [];
      throw new CommandFailure(sentence, { cause: error });
    } finally {
      await close();
    }
  });
}
