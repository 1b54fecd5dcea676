import type { Answer } from "../model/question.ts";
import { type Cell, fills, type Shown } from "./shown.ts";

const NUMERIC = /INT|DOUBLE|FLOAT|REAL|DECIMAL|NUMERIC/;
const TIME = /^(DATE|TIMESTAMP)/;

/** Rows of SQL: as lines if the first column is a time and the others are numbers. */
export function showSql({ results, columns = [], types = [], hasMore, limit }: Answer): Shown {
  const values = results as readonly (readonly unknown[])[];
  const isNumber = columns.map((_, index) => NUMERIC.test(types[index]?.[1] ?? ""));
  const isSeries = TIME.test(types[0]?.[1] ?? "") && columns.length > 1 && isNumber.slice(1).every(Boolean);
  const fillOf = columns.map((_, index) => fills(values.map((row) => numberOf(row[index]) ?? 0)));
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
    chart:
      isSeries && values.length > 1
        ? {
            kind: "lines",
            days: values.map(([time]) => String(time)),
            lines: columns.slice(1).map((label, index) => ({
              label,
              data: values.map((row) => numberOf(row[index + 1])),
            })),
          }
        : null,
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
