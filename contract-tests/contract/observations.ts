import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { eventOperations, type Operation } from "./contract-document.ts";

/** Where the runner reads what the suites, which run in another process, have observed. */
export const OBSERVATIONS_VARIABLE = "CONTRACT_OBSERVATIONS_FILE";

/** What the suites have observed of the target. */
export interface Observations {
  /** The statuses that were seen, as `operation status`. */
  readonly statuses: ReadonlySet<string>;
  /** Responses that took longer than a second: operation and milliseconds. */
  readonly slow: readonly (readonly [operation: string, milliseconds: number])[];
  /** How many requests with events were accepted. */
  readonly eventRequests: number;
}

const SLOW_MS = 1000;

const file = process.env[OBSERVATIONS_VARIABLE];
const seen = new Set<string>();

/** Records a response, for `readObservations` in the runner's process. */
export function observe({ id }: Operation, status: number, milliseconds = 0): void {
  const line = `status ${id} ${status}`;
  if (!seen.has(line)) write(line);
  seen.add(line);
  if (milliseconds > SLOW_MS) write(`slow ${id} ${Math.round(milliseconds)}`);
  if (status === 200 && eventOperations.some((one) => one === id)) write("events");
}

function write(line: string): void {
  if (file !== undefined) appendFileSync(file, `${line}\n`);
}

/** Returns what was recorded in the file. */
export function readObservations(from: string): Observations {
  const lines = (existsSync(from) ? readFileSync(from, "utf8") : "").split("\n").map((line) => line.split(" "));
  const of = (kind: string) => lines.filter(([first]) => first === kind);
  return {
    statuses: new Set(of("status").map(([, operation, status]) => `${operation} ${status}`)),
    slow: of("slow").map(([, operation = "", milliseconds]) => [operation, Number(milliseconds)]),
    eventRequests: of("events").length,
  };
}
