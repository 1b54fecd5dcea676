import type { Schemas } from "../../../generated/openapi.ts";
import { NONE, OTHER } from "../../questions/kinds/breakdown.ts";
import type { QueryResponse } from "../../questions/kinds/question-context.ts";
import { formatTable } from "../output.ts";

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
const LEVELS = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
const BAR_CHARACTERS = 30;
const MAX_SERIES = 8;
const NOTHING = "There are no such events.\n";

export function trendsText({ results }: QueryResponse): string {
  const all = results as readonly Schemas["TrendsResult"][];
  const series = all.slice(0, MAX_SERIES);
  const [first] = series;
  if (!first) return NOTHING;
  const toTheRight = new Set(series.map((_, index) => index + 1));
  const largest = Math.max(...first.data.map(Number));
  const rows = first.days.map((day, at) => [
    day,
    ...series.map(({ data }) => shown(data[at] ?? 0)),
    ...(series.length === 1 ? [bar(first.data[at] ?? 0, largest)] : []),
  ]);
  const chart = series.length === 1 ? [""] : [];
  const table = formatTable(["", ...series.map(({ label }) => named(label)), ...chart], rows, toTheRight);
  if (series.length === 1) return table;
  const curves = series.map(({ label, data }) => [named(label), sparkline(data.map(Number))]);
  const lines = formatTable(["", ""], curves);
  const left = all.length - series.length;
  return `${table}${lines}${left > 0 ? `and ${left} more: add --json\n` : ""}`;
}

/** Returns a funnel as a table with a row for each step, and its bars; with a breakdown, one for each value. */
export function funnelText({ results }: QueryResponse): string {
  const found = results as readonly unknown[];
  const funnels = (
    found.length === 0 || Array.isArray(found[0]) ? found : [found]
  ) as readonly (readonly Schemas["FunnelResult"][])[];
  const texts = funnels.map((steps) => {
    const [first] = steps;
    const value = first?.breakdown_value;
    const heading = value === undefined ? "" : `${named([value].flat().join(", "))}\n`;
    return heading + stepsText(steps);
  });
  return texts.length === 0 ? NOTHING : texts.join("\n");
}

function stepsText(steps: readonly Schemas["FunnelResult"][]): string {
  const entered = steps[0]?.count ?? 0;
  const rows = steps.map(({ name, count, median_conversion_time: seconds }, index) => [
    String(index + 1),
    name ?? "",
    shown(count),
    percent(count, entered),
    index === 0 ? "" : percent(count, steps[index - 1]?.count ?? 0),
    seconds === null ? "" : `${shown(Math.round(seconds))} s`,
    bar(count, entered),
  ]);
  const headers = ["", "STEP", "PERSONS", "OF ALL", "OF LAST", "MEDIAN TIME", ""];
  return formatTable(headers, rows, new Set([2, 3, 4, 5]));
}

/** Returns retention as a table with a row for each interval, in percent, and a line of how it falls. */
export function retentionText({ results }: QueryResponse): string {
  const groups = results as readonly Schemas["RetentionResult"][];
  const labels = groups[0]?.values.map(({ label }) => label) ?? [];
  const rows = groups.map(({ date, values }) => {
    const counts = values.map(({ count }) => count);
    const begun = counts[0] ?? 0;
    const cells = labels.slice(1).map((_, index) => {
      const count = counts[index + 1];
      return count === undefined ? "" : percent(count, begun);
    });
    return [date.slice(0, 16).replace("T00:00", ""), shown(begun), ...cells, sparkline(counts, begun)];
  });
  const toTheRight = new Set(labels.map((_, index) => index + 1));
  return formatTable(["", "PERSONS", ...labels.slice(1), ""], rows, toTheRight);
}

function named(label = ""): string {
  return label.replace(NONE, () => "(none)").replace(OTHER, () => "(others)");
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "" : `${Math.round((100 * part) / whole)} %`;
}

function shown(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 2 });
}

/** Returns a bar of up to 30 characters, as long in relation to them as the value to the largest one. */
export function bar(value: number, largest: number): string {
  if (!(largest > 0 && value > 0)) return "";
  const eighths = Math.max(1, Math.round((value / largest) * BAR_CHARACTERS * EIGHTHS.length));
  return "█".repeat(Math.floor(eighths / EIGHTHS.length)) + EIGHTHS[eighths % EIGHTHS.length];
}

/** Returns a character for each value, as high in relation to the others as the value to the largest one. */
export function sparkline(values: readonly number[], largest = Math.max(...values)): string {
  const level = (value: number) => Math.round((value / largest) * (LEVELS.length - 1));
  return values.map((value) => (value > 0 && largest > 0 ? LEVELS[level(value)] : LEVELS[0])).join("");
}
