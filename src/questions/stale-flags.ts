import type { Millis } from "../store/ports/common.ts";
import type { StoredFlag } from "../store/records/flags.ts";
import type { Answers } from "./answer-question.ts";
import { EventStatement } from "./kinds/matching-events.ts";
import { propertySql } from "./kinds/property-filters.ts";
import { type Plan, planRows, type QuestionContext } from "./kinds/question-context.ts";
import { instant } from "./kinds/statement.ts";
import { remember } from "./remember.ts";

const DAY_MS = 86_400_000;
const STALE_DAYS = 30;
/** What was found is used again for this time. */
const KNOWN_MS = 600_000;
const MAX_FLAGS = 20_000;

/** How many values each flag had for those who asked for it, and one of them. */
type Usage = ReadonlyMap<string, readonly [values: number, value: string]>;

type StaleReason = (flag: StoredFlag) => string | null;

/** Returns what finds, for a project, what says why a flag is stale. It throws what answers to questions throw. */
export function staleFlags(answers: Pick<Answers, "answer">, now: () => Millis) {
  return remember(
    async (projectId, options): Promise<StaleReason> => {
      const time = now();
      const since = time - STALE_DAYS * DAY_MS;
      const { results } = await answers.answer(projectId, ({ groupTypes }) => planUsage(groupTypes, since), options);
      const usage: Usage = new Map((results as [string, number, string][]).map(([key, ...found]) => [key, found]));
      return ({ key, createdAt }) => {
        if (createdAt > since) return null;
        const [values, value] = usage.get(key) ?? [0];
        if (values === 0) return `Nobody has asked for it in ${STALE_DAYS} days.`;
        return values === 1 ? `It has been ${value || "false"} for everyone in ${STALE_DAYS} days.` : null;
      };
    },
    { maxMs: KNOWN_MS, now },
  );
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
