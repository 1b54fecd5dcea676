import type { QuestionOptions } from "../../../questions/answer-question.ts";
import type { ProjectId } from "../../../store/ports/common.ts";
import type { Records } from "../../../store/ports/records.ts";
import { readSettings } from "../../../store/records/project-settings.ts";

export async function questionOptions(
  projectId: ProjectId,
  refresh: string | boolean | undefined,
  records: Records,
): Promise<QuestionOptions> {
  const isForced = refresh === true || refresh === "force_blocking" || refresh === "force_async";
  return { ...(await readSettings(projectId, records)), isForced };
}
