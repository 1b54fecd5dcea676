import { newLruCache } from "../lib/lru-cache.ts";
import type { Millis, ProjectId } from "../store/ports/common.ts";
import type { StoredFlag } from "../store/records/flags.ts";
import type { Answers, QuestionOptions } from "./answer-question.ts";
import { EventStatement } from "./kinds/matching-events.ts";
import { propertySql } from "./kinds/property-filters.ts";
import { type Plan, planRows, type QuestionContext } from "./kinds/question-context.ts";
import { instant } from "./kinds/statement.ts";

const DAY_MS = 86_400_000;
const STALE_DAYS = 30;
/** What was found is used again for this time. */
const KNOWN_MS = 600_000;
const MAX_PROJECTS = 100;
const MAX_FLAGS = 20_000;

/** How many values each flag had for those who asked for it, and one of them. */
type Usage = ReadonlyMap<string, readonly [values: number, value: string]>;

type StaleReason = (flag: StoredFlag) => string | null;

/** Returns what finds, for a project, what says why a flag is stale. It throws what answers to questions throw. */
export function staleFlags(answers: Pick<Answers, "answer">, clock: () => Millis) {
  const known = newLruCache<ProjectId, { readonly at: Millis; readonly usage: Promise<Usage> }>(MAX_PROJECTS);
  const find = async (projectId: ProjectId, since: Millis, options: QuestionOptions): Promise<Usage> => {
    const { results } = await answers.answer(projectId, ({ groupTypes }) => planUsage(groupTypes, since), options);
    return new Map((results as [string, number, string][]).map(([key, values, value]) => [key, [values, value]]));
  };
  return async (projectId: ProjectId, options: QuestionOptions): Promise<StaleReason> => {
    const now = clock();
    let found = known.get(projectId);
    if (!found || now - found.at >= KNOWN_MS) {
      found = { at: now, usage: find(projectId, now - STALE_DAYS * DAY_MS, options) };
      known.set(projectId, found);
      found.usage.catch(() => known.delete(projectId));
    }
    const usage = await found.usage;
    return ({ key, createdAt }) => {
      if (now - createdAt < STALE_DAYS * DAY_MS) return null;
      const [values, value] = usage.get(key) ?? [0];
      if (values === 0) return `Nobody has asked for it in ${STALE_DAYS} days.`;
      return values === 1 ? `It has been ${value || "false"} for everyone in ${STALE_DAYS} days.` : null;
    };
  };
}

function planUsage(groupTypes: QuestionContext["groupTypes"], since: Millis): Plan {
  const statement = new EventStatement(groupTypes);
  const text = (name: string) => propertySql(name, "event", statement);
  const sql = `SELECT key, count(DISTINCT value), any_value(value) FROM (
      SELECT ${text("$feature_flag")} AS key, coalesce(${text("$feature_flag_response")}, '') AS value
      FROM ${statement.from()} WHERE event = '$feature_flag_called' AND timestamp >= ${instant(since)}
    ) WHERE key IS NOT NULL GROUP BY key ORDER BY count(*) DESC`;
  return planRows({ ...statement.asked(sql), maxRows: MAX_FLAGS });
}
