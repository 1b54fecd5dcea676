import type { Millis, ProjectId } from "../../store/ports/common.ts";

/** Selects the dead letters that meet all conditions. */
export interface DeadLetterFilter {
  readonly projectId?: ProjectId | undefined;
  /** A text that the reason contains. */
  readonly reason?: string | undefined;
  readonly exactReason?: string | undefined;
  readonly uuids?: readonly string[] | undefined;
}

export interface DeadLetterSummary {
  readonly projectId: ProjectId;
  readonly uuid: string;
  readonly reason: string;
  readonly at: Millis;
  readonly name: string;
  readonly distinctId: string;
}

export interface DeadLetterExcerpt extends DeadLetterSummary {
  readonly bytes: number;
  /** The beginning of the event's JSON. */
  readonly excerpt: string;
}

export interface ReasonCount {
  readonly reason: string;
  readonly count: number;
}

const MAX_EXCERPT_CHARACTERS = 500;
/** SQL for a text of the event; empty if the event is damaged. */
const eventField = (name: string) => `coalesce(CAST(iif(json_valid(event), event ->> '${name}', NULL) AS TEXT), '')`;
export const SELECT_SUMMARY = `SELECT project_id AS projectId, uuid, reason, at, ${eventField("event")} AS name,
  ${eventField("distinctId")} AS distinctId FROM dead_letters`;
const eventBeginning = (name: string) => `substr(${eventField(name)}, 1, ${MAX_EXCERPT_CHARACTERS})`;
export const SELECT_EXCERPT = `SELECT project_id AS projectId, uuid, reason, at, octet_length(event) AS bytes,
  substr(event, 1, ${MAX_EXCERPT_CHARACTERS}) AS excerpt, ${eventBeginning("event")} AS name,
  ${eventBeginning("distinctId")} AS distinctId FROM dead_letters`;

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
