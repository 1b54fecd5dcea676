import type { QuestionOptions } from "../../../questions/answer-question.ts";
import type { ProjectId } from "../../../store/ports/common.ts";
import type { Records } from "../../../store/ports/records.ts";
import { readCalendar } from "../../../store/records/project-settings.ts";

/** Returns how a project's questions are answered; `refresh` is that of the request. */
export async function questionOptions(
  projectId: ProjectId,
  refresh: string | boolean | undefined,
  records: Records,
): Promise<QuestionOptions> {
  const isForced = refresh === true || refresh === "force_blocking" || refresh === "force_async";
  return { ...(await readCalendar(projectId, records)), isForced };
}
