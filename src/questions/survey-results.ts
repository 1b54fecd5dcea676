import type { Schemas } from "../../generated/openapi.ts";
import type { ProjectId } from "../store/ports/common.ts";
import type { Answers, QuestionOptions } from "./answer-question.ts";
import { pointerTo } from "./kinds/comparison-sql.ts";
import { EventStatement } from "./kinds/matching-events.ts";
import type { Plan, QuestionContext, StatementRows } from "./kinds/question-context.ts";

type Stats = Schemas["SurveyStats"];
type Question = Schemas["SurveyQuestion"];

const EVENTS = ["survey shown", "survey dismissed", "survey sent"] as const;
const MAX_ANSWERS = 1000;
const NONE: Schemas["SurveyCount"] = { total_count: 0, unique_persons: 0, first_seen: null, last_seen: null };

/** Counts what happened to a survey, and the answers to its questions. Throws what answers to questions throw. */
export async function surveyStats(
  projectId: ProjectId,
  id: string,
  questions: readonly Question[],
  options: QuestionOptions,
  answers: Pick<Answers, "answer">,
): Promise<Stats> {
  const plan = ({ groupTypes }: QuestionContext) => planStats(id, questions, groupTypes);
  const { results } = await answers.answer(projectId, plan, options);
  return results as unknown as Stats;
}

function planStats(id: string, questions: readonly Question[], groupTypes: QuestionContext["groupTypes"]): Plan {
  const counted = new EventStatement(groupTypes);
  const person = counted.actor();
  const ofSurvey = (statement: EventStatement, names: readonly string[]) => {
    const list = names.map((name) => `'${name}'`).join(", ");
    return `event IN (${list}) AND ${text(statement, "$survey_id")} = ${statement.parameters.add(id)}`;
  };
  const counts = {
    sql: `SELECT event, count(*), count(DISTINCT person_id), min(first), max(last) FROM (
        SELECT events.event, any_value(${person}) AS person_id,
          epoch_ms(min(timestamp)) AS first, epoch_ms(max(timestamp)) AS last
        FROM ${counted.from()} WHERE ${ofSurvey(counted, EVENTS)} GROUP BY events.event, ${submission(counted)}
      ) GROUP BY event`,
    values: counted.parameters.values,
  };
  const statements = questions.map((question, index) => {
    const statement = new EventStatement(groupTypes);
    const older = `$survey_response${index === 0 ? "" : `_${index}`}`;
    const answer = `coalesce(${text(statement, `$survey_response_${question.id}`)}, ${text(statement, older)})`;
    const order = question.type === "open" ? "last DESC, value" : "count DESC, value";
    const sql = `SELECT value, count(*) AS count, max(sent_at) AS last, arg_max(distinct_id, sent_at),
        sum(count(*)) OVER ()
      FROM (
        SELECT arg_max(${answer}, timestamp) AS value, epoch_ms(max(timestamp)) AS sent_at,
          any_value(distinct_id) AS distinct_id
        FROM ${statement.from()} WHERE ${ofSurvey(statement, ["survey sent"])} GROUP BY ${submission(statement)}
      ) WHERE value IS NOT NULL AND value NOT IN ('', '[]') GROUP BY value ORDER BY ${order}`;
    return { ...statement.asked(sql), maxRows: MAX_ANSWERS };
  });
  return {
    statements: [counts, ...statements],
    shape: ([found, ...answered]) => {
      const rows = (found?.rows ?? []) as [string, number, number, number, number][];
      const results: Stats = {
        ...figures(rows),
        questions: questions.map((question, index) => answersTo(question, answered[index])),
      };
      return { results: results as never };
    },
  };
}

const text = ({ parameters }: EventStatement, name: string) =>
  `property_text(properties, ${parameters.add(pointerTo(name))})`;

/** Returns what the parts of one person's answers share. */
const submission = (statement: EventStatement) =>
  `coalesce(${text(statement, "$survey_submission_id")}, CAST(uuid AS VARCHAR))`;

function figures(rows: readonly [string, number, number, number, number][]): Pick<Stats, "stats" | "rates"> {
  const countOf = (name: string): Schemas["SurveyCount"] => {
    const [, total, persons, first, last] = rows.find(([event]) => event === name) ?? [];
    if (total === undefined || persons === undefined) return NONE;
    const iso = (ms: number | undefined) => new Date(Number(ms)).toISOString();
    return { total_count: total, unique_persons: persons, first_seen: iso(first), last_seen: iso(last) };
  };
  const [shown, dismissed, sent] = EVENTS.map(countOf) as [typeof NONE, typeof NONE, typeof NONE];
  const share = (part: number, all: number) => (all === 0 ? 0 : Math.round((part / all) * 10_000) / 100);
  return {
    stats: { "survey shown": shown, "survey dismissed": dismissed, "survey sent": sent },
    rates: {
      response_rate: share(sent.total_count, shown.total_count),
      dismissal_rate: share(dismissed.total_count, shown.total_count),
      unique_users_response_rate: share(sent.unique_persons, shown.unique_persons),
      unique_users_dismissal_rate: share(dismissed.unique_persons, shown.unique_persons),
    },
  };
}

type Row = [value: string, count: number, last: number, distinctId: string, all: number];

function answersTo(question: Question, found: StatementRows | undefined): Stats["questions"][number] {
  const rows = (found?.rows ?? []) as Row[];
  const { id = "", type, question: asked } = question;
  const counted = type === "multiple_choice" ? apart(rows) : rows;
  const answers = counted.map(([value, count, last, distinct_id]) => {
    return { value, count: Number(count), last_at: new Date(Number(last)).toISOString(), distinct_id };
  });
  const ratings = type === "rating" ? rows.map(([value, count]) => [Number(value), Number(count)] as const) : [];
  const all = ratings.reduce((sum, [, count]) => sum + count, 0);
  const sumOf = (from: number, to: number, weigh = (_: number) => 1) =>
    ratings.reduce((sum, [value, count]) => sum + (value >= from && value <= to ? weigh(value) * count : 0), 0);
  const isScore = question.scale === 10 && question.isNpsQuestion !== false;
  return {
    ...{ id, type, question: asked, answers },
    answered: Number(rows[0]?.[4] ?? 0),
    has_more: found?.hasMore ?? false,
    average: all === 0 ? null : sumOf(0, 10, (value) => value) / all,
    nps: all === 0 || !isScore ? null : ((sumOf(9, 10) - sumOf(0, 6)) / all) * 100,
  };
}

/** Counts each of several choices, the most frequent first. */
function apart(rows: readonly Row[]): Row[] {
  const found = new Map<string, Row>();
  for (const [value, count, last, distinctId, all] of rows) {
    for (const choice of choicesIn(value)) {
      const known = found.get(choice);
      const newer = known && known[2] > last ? known : ([choice, 0, last, distinctId, all] as Row);
      found.set(choice, [choice, (known?.[1] ?? 0) + count, newer[2], newer[3], all]);
    }
  }
  return [...found.values()].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

function choicesIn(value: string): string[] {
  if (!value.startsWith("[")) return [value];
  try {
    return [...new Set((JSON.parse(value) as unknown[]).map(String))];
  } catch {
    return [value];
  }
}
