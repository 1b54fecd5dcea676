import type { Schemas } from "../../../generated/openapi.ts";
import { oneLine } from "../../tenants/mail-content.ts";
import type { Calendar } from "../kinds/date-range.ts";
import type { PlainQuestion } from "../kinds/plan-question.ts";
import type { QueryResponse } from "../kinds/question-context.ts";
import { type Line, lastFigures } from "./check-alerts.ts";
import { figureText } from "./notify-alert.ts";

const MAX_ROWS = 10;
const MAX_COLUMNS = 8;

/** Returns the first rows of an answer, below titles: of lines the last whole interval, and its change. */
export function digestRows(question: PlainQuestion, answer: QueryResponse, calendar: Calendar): string[][] {
  const [titles, ...rows] = rowsOf(question, answer, calendar);
  if (!titles || rows.length === 0) return [["Nothing yet"]];
  const shown = [titles, ...rows.slice(0, MAX_ROWS)].map((cells) => cells.slice(0, MAX_COLUMNS).map(cellText));
  return rows.length > MAX_ROWS ? [...shown, [`and ${rows.length - MAX_ROWS} more`]] : shown;
}

type Rows = readonly (readonly unknown[])[];

function rowsOf(question: PlainQuestion, { columns, results }: QueryResponse, calendar: Calendar): Rows {
  const entries: readonly object[] = Array.isArray(results) ? (results as object[]) : [results];
  if (columns) return [columns, ...(entries as Rows)];
  if (question.kind === "TrendsQuery" || question.kind === "LifecycleQuery") {
    return linesOf(entries as readonly Line[], question, calendar);
  }
  if (question.kind === "FunnelsQuery" && question.funnelsFilter?.funnelVizType === "trends") {
    return linesOf(entries as readonly Line[], question, calendar);
  }
  if (question.kind === "FunnelsQuery" && Array.isArray(results)) {
    return [["Step", "Persons", "Of the first"], ...stepsOf(entries.flat() as Schemas["FunnelResult"][])];
  }
  if (question.kind === "RetentionQuery" || question.kind === "StickinessQuery") {
    const groups = entries as readonly Partial<Schemas["RetentionResult"] & Schemas["StickinessResult"]>[];
    const [first] = groups;
    const titles = first?.labels ?? first?.values?.map(({ label }) => label) ?? [];
    const rows = groups.map(({ date, label, values = [], data = values.map(({ count }) => count) }) => {
      return [date?.slice(0, 10) ?? label, ...data];
    });
    return [["", ...titles], ...rows];
  }
  return [Object.keys(entries[0] ?? {}), ...entries.map(Object.values)];
}

function stepsOf(steps: readonly Schemas["FunnelResult"][]): Rows {
  let first = 0;
  return steps.map(({ name, custom_name, breakdown_value, order, count }) => {
    if (order === 0) first = count;
    const of = breakdown_value === undefined ? "" : ` (${String(breakdown_value)})`;
    return [`${custom_name || name || "All events"}${of}`, count, first === 0 ? null : `${percent(count / first)} %`];
  });
}

function linesOf(lines: readonly Line[], question: Parameters<typeof lastFigures>[1], calendar: Calendar): Rows {
  const current = lines.filter(({ compare_label }) => compare_label !== "previous");
  const days = new Set<string>();
  const rows = current.map((line, index) => {
    const last = lastFigures(line, question, calendar);
    days.add(last.day);
    if (line.data.length > 0) return [line.label, last.current ?? null, changeText(last.current, last.before)];
    const before = lines.filter(({ compare_label }) => compare_label === "previous")[index];
    return [line.label, line.aggregated_value, changeText(line.aggregated_value, before?.aggregated_value)];
  });
  return [["", [...days].join() || "Value", "Change"], ...rows];
}

function changeText(current: number | null | undefined, before: number | null | undefined): string {
  if (current == null || before == null) return "";
  if (before === 0) return current === 0 ? "0 %" : "from 0";
  const change = percent((current - before) / Math.abs(before));
  return `${change > 0 ? "+" : ""}${change} %`;
}

const percent = (part: number) => Number((part * 100).toFixed(1));

function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return figureText(value);
  return oneLine(typeof value === "string" ? value : JSON.stringify(value));
}
