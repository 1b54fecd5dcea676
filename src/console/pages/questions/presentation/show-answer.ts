import type { Answer, OfKind, Question } from "../model/question.ts";
import { showFunnel } from "./funnel.ts";
import { intervalLabel } from "./labels.ts";
import { showPaths } from "./paths.ts";
import { showRetention } from "./retention.ts";
import type { Shown } from "./shown.ts";
import { number, text } from "./shown.ts";
import { showSql } from "./sql.ts";
import { showStickiness } from "./stickiness.ts";
import { showTrends } from "./trends.ts";

/** An answer with its question, since the form may be ahead of it. */
export interface Answered {
  readonly question: Question;
  readonly answer: Answer;
}

type Status = "new" | "returning" | "resurrecting" | "dormant";
interface Entry {
  readonly status: Status;
  readonly data: readonly number[];
  readonly days: readonly string[];
}

const LABELS: Readonly<Record<Status, string>> = {
  new: "New",
  returning: "Returning",
  resurrecting: "Back after a break",
  dormant: "Stayed away",
};

function showLifecycle(query: OfKind<"LifecycleQuery">, results: readonly unknown[]): Shown {
  const entries = results as readonly Entry[];
  const days = entries[0]?.days ?? [];
  return {
    columns: [text(intervalLabel(query.interval)), ...entries.map(({ status }) => number(LABELS[status]))],
    rows: days.map((day, index) => [
      day,
      ...entries.map(({ status, data }) => ({
        value: data[index] ?? 0,
        actors: { kind: "InsightActorsQuery" as const, source: query, day, status },
        means: `${LABELS[status]}, ${day}`,
      })),
    ]),
    chart: { kind: "lines", days, lines: entries.map(({ status, data }) => ({ label: LABELS[status], data })) },
    isEmpty: entries.every(({ data }) => data.every((value) => value === 0)),
  };
}

export function showAnswer(question: Question, answer: Answer): Shown {
  const results = Array.isArray(answer.results) ? answer.results : [];
  switch (question.kind) {
    case "TrendsQuery":
      return showTrends(question, results);
    case "FunnelsQuery":
      return showFunnel(question, results);
    case "RetentionQuery":
      return showRetention(question, results, answer.timezone);
    case "PathsQuery":
      return showPaths(question, results);
    case "LifecycleQuery":
      return showLifecycle(question, results);
    case "StickinessQuery":
      return showStickiness(question, results);
    case "HogQLQuery":
      return showSql(answer);
  }
}
