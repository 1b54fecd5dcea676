import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { OperationId } from "./contract-document.ts";

const directory = process.env.CONTRACT_COVERAGE_DIR;
const seen = new Set<string>();

/** Notes that an operation was seen to answer with this status. */
export function recordCoverage(operation: OperationId, status: number): void {
  const line = `${operation} ${status}`;
  if (directory === undefined || seen.has(line)) return;
  seen.add(line);
  appendFileSync(join(directory, `${process.pid}.txt`), `${line}\n`);
}

/** What all processes have noted in this directory, as `operation status`. */
export function readCoverage(from: string): Set<string> {
  const lines = readdirSync(from).flatMap((name) => readFileSync(join(from, name), "utf8").split("\n"));
  return new Set(lines.filter((line) => line !== ""));
}
