import { operations } from "../contract/contract-document.ts";

const MARKS = { seen: "x", missed: "!", skipped: "-", none: "" };

/** Which of the documented statuses were seen. */
export interface Coverage {
  /** A row for each operation, a column for each status. */
  readonly table: string;
  /** What was not seen, as `operation status`. */
  readonly missing: readonly string[];
}

/** Returns a table of the statuses seen. `mayMiss` says that those not seen could not be provoked there. */
export function coverageReport(exercised: ReadonlySet<string>, mayMiss: boolean): Coverage {
  const statuses = [...new Set([...operations.values()].flatMap(({ responses }) => [...responses.keys()]))].toSorted();
  const missing: string[] = [];
  const rows = [...operations.values()].map(({ id, responses }) => {
    const marks = statuses.map((status) => {
      if (!responses.has(status)) return MARKS.none;
      if (exercised.has(`${id} ${status}`)) return MARKS.seen;
      missing.push(`${id} ${status}`);
      return mayMiss ? MARKS.skipped : MARKS.missed;
    });
    return [id, ...marks];
  });
  const unseen = mayMiss ? "- not provoked here" : "! never seen";
  const legend = `${MARKS.seen} seen and as the document says, ${unseen}`;
  return { table: `${table([["operation", ...statuses.map(String)], ...rows])}${legend}\n`, missing };
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return rows.map((row) => `${line(row).trimEnd()}\n`).join("");
}
