import type { Answer, Kind, OfKind, Question, Results } from "../question.ts";
import { showFunnel, showPaths } from "./bars.ts";
import { intervalLabel, seriesLabel } from "./labels.ts";
import { fills, type Shown, tableOf } from "./shown.ts";
import { showRetention, showSql } from "./tables.ts";
import { showTrends } from "./trends.ts";

/** An answer with its question, since the form may be ahead of it. */
export type Answered = { readonly question: Question; readonly answer: Answer };

type Lifecycle = Results["LifecycleQuery"];

const LABELS: Readonly<Record<Lifecycle["status"], string>> = {
  new: "New",
  returning: "Returning",
  resurrecting: "Back after a break",
  dormant: "Stayed away",
};

function showLifecycle(query: OfKind<"LifecycleQuery">, entries: readonly Lifecycle[]): Shown {
  const days = entries[0]?.days ?? [];
  const label = ({ status }: Lifecycle) => LABELS[status];
  return {
    ...tableOf(intervalLabel(query.interval), days, entries, label, ({ status }, index) => {
      return { kind: "InsightActorsQuery", source: query, day: days[index], status };
    }),
    chart: { kind: "lines", days, lines: entries.map((entry) => ({ label: label(entry), data: entry.data })) },
  };
}

type Show<K extends Kind> = (question: OfKind<K>, results: readonly Results[K][], answer: Answer) => Shown;

const SHOW: { readonly [K in Kind]: Show<K> } = {
  TrendsQuery: showTrends,
  FunnelsQuery: showFunnel,
  RetentionQuery: (query, results, { timezone }) => showRetention(query, results, timezone),
  PathsQuery: showPaths,
  LifecycleQuery: showLifecycle,
  StickinessQuery: showStickiness,
  HogQLQuery: (_, rows, answer) => showSql(rows, answer),
};

export function showAnswer(question: Question, answer: Answer): Shown {
  const show = SHOW[question.kind] as (question: Question, results: unknown[], answer: Answer) => Shown;
  return show(question, Array.isArray(answer.results) ? answer.results : [], answer);
}

type Stickiness = Results["StickinessQuery"];

function showStickiness(query: OfKind<"StickinessQuery">, entries: readonly Stickiness[]): Shown {
  const { days = [], labels = [] } = entries[0] ?? {};
  const label = ({ action }: Stickiness) => seriesLabel({ event: query.series[action.order]?.event ?? null });
  return {
    ...tableOf("How often", labels, entries, label, ({ action }, index) => {
      return { kind: "InsightActorsQuery", source: query, day: days[index], series: action.order };
    }),
    chart: {
      kind: "bars",
      groups: entries.map((entry) => {
        const share = fills(entry.data);
        const bars = entry.data.map((value, index) => ({ label: labels[index] ?? "", value, share: share(value) }));
        return { label: entries.length > 1 ? label(entry) : "", bars };
      }),
    },
  };
}
