import { toCsv } from "../presentation/csv.ts";
import type { Shown } from "../presentation/shown.ts";

export function downloadCsv(shown: Pick<Shown, "columns" | "rows">, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([toCsv(shown)], { type: "text/csv" }));
  link.download = `${name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "answer"}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}
