import type { OfKind } from "../model/question.ts";
import { type Cell, number, type Shown, text } from "./shown.ts";

interface Group {
  readonly date: string;
  readonly values: readonly { readonly count: number; readonly label: string }[];
}

/** A row for each interval; its cells are the parts of its persons who returned. */
export function showRetention(query: OfKind<"RetentionQuery">, results: readonly unknown[], timeZone: string): Shown {
  const groups = results as readonly Group[];
  const day = dayFormat(timeZone, query.retentionFilter.period === "Hour");
  const labels = groups[0]?.values.map(({ label }) => label) ?? [];
  const rows = groups.map(({ date, values }, interval): Cell[] => {
    const began = day(date);
    const [first] = values;
    const size = first?.count ?? 0;
    return [
      began,
      ...labels.map((_, later): Cell => {
        const value = values[later];
        if (value === undefined) return null;
        const actors = { kind: "InsightActorsQuery" as const, source: query, interval, day: later };
        if (later === 0) return { value: value.count, actors, means: `Began ${began}` };
        const part = size === 0 ? undefined : value.count / size;
        return { value: value.count, part, fill: part, actors, means: `Began ${began}, came back in ${value.label}` };
      }),
    ];
  });
  const first = groups.findIndex(({ values }) => values.some(({ count }) => count > 0));
  const empty = first < 0 ? groups.length : first;
  return {
    columns: [text("Began"), ...labels.map((label, later) => number(later === 0 ? "Persons" : label))],
    rows: rows.slice(empty),
    chart: null,
    isEmpty: empty === groups.length,
    note:
      empty > 0
        ? `${empty} earlier ${empty === 1 ? "row has" : "rows have"} nobody and ${empty === 1 ? "is" : "are"} left out.`
        : undefined,
  };
}

function dayFormat(timeZone: string, hasHour: boolean): (date: string) => string {
  const time = hasHour ? ({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const) : {};
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    ...time,
  });
  return (date) => format.format(new Date(date));
}
