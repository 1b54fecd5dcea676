import type { OfKind } from "../model/question.ts";
import { intervalLabel } from "./labels.ts";
import { number, type Shown, text } from "./shown.ts";

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

export function showLifecycle(query: OfKind<"LifecycleQuery">, results: readonly unknown[]): Shown {
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
