import type { OfKind } from "../model/question.ts";
import { seriesLabel } from "./labels.ts";
import { fills, number, type Shown, text } from "./shown.ts";

interface Entry {
  readonly action: { readonly order: number };
  readonly data: readonly number[];
  readonly days: readonly number[];
  readonly labels: readonly string[];
}

export function showStickiness(query: OfKind<"StickinessQuery">, results: readonly unknown[]): Shown {
  const entries = results as readonly Entry[];
  const { days = [], labels = [] } = entries[0] ?? {};
  const label = ({ action }: Entry) => seriesLabel({ event: query.series[action.order]?.event ?? null });
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
