import type { ProjectId } from "../../store/ports/common.ts";

/** Selects the dead letters that meet all conditions. */
export interface DeadLetterFilter {
  readonly projectId?: ProjectId | undefined;
  /** A text that the reason contains. */
  readonly reason?: string | undefined;
  readonly exactReason?: string | undefined;
  readonly uuids?: readonly string[] | undefined;
}

export function whereClause(filter: DeadLetterFilter): [where: string, values: string[]] {
  const { projectId, reason, exactReason, uuids } = filter;
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
  if (exactReason !== undefined) {
    terms.push("reason = ?");
    values.push(exactReason);
  }
  if (uuids !== undefined) {
    terms.push("uuid IN (SELECT value FROM json_each(?))");
    values.push(JSON.stringify(uuids));
  }
  return [terms.join(" AND "), values];
}
