import type { Schemas } from "../../generated/openapi.ts";
import { problem } from "../lib/problem.ts";
import { isoTime } from "../lib/wire-fields.ts";
import type { ProjectId } from "../store/ports/common.ts";
import type { Records } from "../store/ports/records.ts";
import { ERROR_ISSUES, type ErrorIssueRecord } from "../store/records/saved-kinds.ts";
import { scanAll } from "../store/records/scan-all.ts";
import { newestOf } from "../tenants/saved-record.ts";

type Issue = Schemas["ErrorTrackingIssue"];
export type IssueState = Pick<ErrorIssueRecord, "id" | "status" | "resolvedAt">;

const MAX_ISSUES = 10_000;

/** Keeps what a member decided about an issue, and returns what changes. Throws `max_length`. */
export async function decideIssue(
  projectId: ProjectId,
  { id, last_seen }: Pick<Issue, "id" | "last_seen">,
  status: Issue["status"],
  { store: { records }, now }: { readonly store: { readonly records: Records }; readonly now: () => number },
): Promise<Pick<Issue, "status" | "resolved_at">> {
  // Clocks of clients may be ahead: what has been seen is resolved.
  const resolvedAt = status === "resolved" ? Math.max(now(), Date.parse(last_seen)) : null;
  if (status === "active") await records.delete(ERROR_ISSUES, { projectId, id });
  else {
    const known = await records.find(ERROR_ISSUES, { projectId, id });
    const { count } = await records.list(ERROR_ISSUES, newestOf(projectId), { limit: 1, offset: 0 });
    const detail = "10,000 issues are resolved or suppressed: make one active first.";
    if (!known && count >= MAX_ISSUES) throw problem("max_length", { detail });
    await records.put(ERROR_ISSUES, { projectId, id, status, resolvedAt, createdAt: now() });
  }
  return { status, resolved_at: resolvedAt === null ? null : isoTime(resolvedAt) };
}

/** Adds to a question about issues what members decided. */
export async function withIssueStates<T extends { readonly kind: string }>(
  question: T,
  projectId: ProjectId,
  records: Records,
): Promise<T> {
  if (question.kind !== "ErrorTrackingQuery") return question;
  const found = await scanAll(records, ERROR_ISSUES, newestOf(projectId));
  return { ...question, states: found.map(({ id, status, resolvedAt }) => ({ id, status, resolvedAt })) };
}
