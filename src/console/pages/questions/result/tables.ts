import { clockIn, dayIn } from "../../../components/format.ts";
import type { Answer, OfKind, Results } from "../question.ts";
import { type Cell, fills, number, type Shown, text } from "./shown.ts";

const NUMERIC = /INT|DOUBLE|FLOAT|REAL|DECIMAL|NUMERIC/;
const TIME = /^(DATE|TIMESTAMP)/;

/** Rows of SQL: as lines if the first column is a time and the others are numbers. */
export function showSql(values: readonly Results["HogQLQuery"][], answer: Omit<Answer, "results">): Shown {
  const { columns = [], types = [], hasMore, limit } = answer;
  const isNumber = columns.map((_, index) => NUMERIC.test(types[index]?.[1] ?? ""));
  const isSeries = TIME.test(types[0]?.[1] ?? "") && columns.length > 1 && isNumber.slice(1).every(Boolean);
  const fillOf = columns.map((_, index) => fills(values.map((row) => numberOf(row[index]) ?? 0)));
  const dataOf = (index: number) => values.map((row) => numberOf(row[index]));
  const lines = columns.slice(1).map((label, index) => ({ label, data: dataOf(index + 1) }));
  const hasFills = !isNumber[0] && isNumber.filter(Boolean).length > 0 && values.length > 1;
  return {
    columns: columns.map((label, index) => ({ label, isNumber: isNumber[index] === true })),
    rows: values.map((row) =>
      row.map((value, index): Cell => {
        if (!isNumber[index]) return toText(value);
        const shown = numberOf(value);
        return shown === null ? toText(value) : { value: shown, fill: hasFills ? fillOf[index]?.(shown) : undefined };
      }),
    ),
    chart: isSeries && values.length > 1 ? { kind: "lines", days: values.map(([time]) => String(time)), lines } : null,
    isEmpty: values.length === 0,
    note: hasMore ? `Only the first ${limit} rows are shown.` : undefined,
  };
}

/** Returns a number that is shown exactly; those beyond are texts in answers. */
function numberOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A row for each interval; its cells are the parts of its persons who returned. */
export function showRetention(
  query: OfKind<"RetentionQuery">,
  groups: readonly Results["RetentionQuery"][],
  timeZone: string,
): Shown {
  const clock = query.retentionFilter.period === "Hour" ? clockIn : dayIn;
  const labels = groups[0]?.values.map(({ label }) => label) ?? [];
  const rows = groups.map(({ date, values }, interval): Cell[] => {
    const began = clock(timeZone, date).replace("T", " ");
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
  const left = empty === 1 ? "1 earlier row has nobody and is" : `${empty} earlier rows have nobody and are`;
  return {
    columns: [text("Began"), ...labels.map((label, later) => number(later === 0 ? "Persons" : label))],
    rows: rows.slice(empty),
    chart: null,
    isEmpty: empty === groups.length,
    note: empty > 0 ? `${left} left out.` : undefined,
  };
}
