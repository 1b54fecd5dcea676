import type { Answer, OfKind, Question } from "../question.ts";
import { showFunnel, showPaths } from "./bars.ts";
import { intervalLabel, seriesLabel } from "./labels.ts";
import { fills, number, type Shown, text } from "./shown.ts";
import { showRetention, showSql } from "./tables.ts";
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

type Show<Q extends Question> = (question: Q, results: readonly unknown[], answer: Answer) => Shown;

const SHOW: { readonly [K in Question["kind"]]: Show<OfKind<K>> } = {
  TrendsQuery: showTrends,
  FunnelsQuery: showFunnel,
  RetentionQuery: (query, results, { timezone }) => showRetention(query, results, timezone),
  PathsQuery: showPaths,
  LifecycleQuery: showLifecycle,
  StickinessQuery: showStickiness,
  HogQLQuery: (_, __, answer) => showSql(answer),
};

export function showAnswer(question: Question, answer: Answer): Shown {
  const show = SHOW[question.kind] as Show<Question>;
  return show(question, Array.isArray(answer.results) ? answer.results : [], answer);
}

interface StickinessEntry {
  readonly action: { readonly order: number };
  readonly data: readonly number[];
  readonly days: readonly number[];
  readonly labels: readonly string[];
}

function showStickiness(query: OfKind<"StickinessQuery">, results: readonly unknown[]): Shown {
  const entries = results as readonly StickinessEntry[];
  const { days = [], labels = [] } = entries[0] ?? {};
  const label = ({ action }: StickinessEntry) => seriesLabel({ event: query.series[action.order]?.event ?? null });
  return {
    columns: [text("How often"), ...entries.map((entry) => number(label(entry)))],
    rows: days.map((day, index) => [
      labels[index] ?? String(day),
      ...entries.map((entry) => ({
        value: entry.data[index] ?? 0,
        actors: { kind: "InsightActorsQuery" as const, source: query, day, series: entry.action.order },
        means: `${label(entry)}, ${labels[index] ?? day}`,
      })),
    ]),
    chart: {
      kind: "bars",
      groups: entries.map((entry) => {
        const share = fills(entry.data);
        const bars = entry.data.map((value, index) => ({ label: labels[index] ?? "", value, share: share(value) }));
        return { label: entries.length > 1 ? label(entry) : "", bars };
      }),
    },
    isEmpty: entries.every(({ data }) => data.every((value) => value === 0)),
  };
}
