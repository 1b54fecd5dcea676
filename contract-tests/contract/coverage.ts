import { appendFileSync, existsSync, readFileSync } from "node:fs";
import type { OperationId } from "./contract-document.ts";

const file = process.env.CONTRACT_COVERAGE_FILE;
const seen = new Set<string>();

/** Records that an operation answered with this status, for `readCoverage` in the runner's process. */
export function recordCoverage(operation: OperationId, status: number): void {
  const line = `${operation} ${status}`;
  if (file === undefined || seen.has(line)) return;
  seen.add(line);
  appendFileSync(file, `${line}\n`);
}

/** Returns what was recorded in the file, as `operation status`. */
export function readCoverage(from: string): Set<string> {
  const text = existsSync(from) ? readFileSync(from, "utf8") : "";
  return new Set(text.split("\n").filter((line) => line !== ""));
}
