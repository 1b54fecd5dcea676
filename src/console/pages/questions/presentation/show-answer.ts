import type { Answer, Question } from "../model/question.ts";
import { showFunnel } from "./funnel.ts";
import { showLifecycle } from "./lifecycle.ts";
import { showPaths } from "./paths.ts";
import { showRetention } from "./retention.ts";
import type { Shown } from "./shown.ts";
import { showSql } from "./sql.ts";
import { showStickiness } from "./stickiness.ts";
import { showTrends } from "./trends.ts";

/** Returns the table and the chart of an answer. */
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
