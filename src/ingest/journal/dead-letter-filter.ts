import type { ProjectId } from "../../store/ports/common.ts";

/** Selects the dead letters that meet all conditions. */
export interface DeadLetterFilter {
  readonly projectId?: ProjectId | undefined;
  /** A text that the reason contains. */
  readonly reason?: string | undefined;
}

/** Returns the SQL condition of a filter, and its values. */
export function whereClause({ projectId, reason }: DeadLetterFilter): [where: string, values: string[]] {
  const terms = ["true"];
  const values: string[] = [];
  if (projectId !== undefined) {
    terms.push("project_id = ?");
    values.push(projectId);
  }
  if (reason !== undefined) {
    terms.push("instr(reason, ?) > 0");
    values.push(reason);
  }
  return [terms.join(" AND "), values];
}
