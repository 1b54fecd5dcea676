import type { Attack } from "./attack.ts";
import { megabytes } from "./check-afterwards.ts";
import type { Usage } from "./service.ts";
import type { BystanderReport } from "./watch/bystander.ts";

const MAX_SHOWN = 20;
const MAX_CHARACTERS = 3000;

export function printWaits(when: string, longestMs: number, longestControlMs?: number): void {
  const control = longestControlMs === undefined ? "" : `, for a bare server ${longestControlMs} ms`;
  console.log(`${when}: the second client waited at most ${longestMs} ms${control}`);
}

export function printStatuses({ count, statuses }: Attack): void {
  const counts = [...statuses].sort().map(([status, times]) => `${status} × ${times}`);
  console.log(`${count} cases, answered with ${counts.join(", ")}`);
}

export function printUsage(before: Usage, now: Usage): void {
  const memory = `${megabytes(before.memoryBytes)} → ${megabytes(now.memoryBytes)} MB`;
  const peak = `at most ${megabytes(now.peakMemoryBytes)} MB`;
  console.log(`memory ${memory}, ${peak}; descriptors ${before.descriptors} → ${now.descriptors}`);
}

export function printProblems(wrong: readonly string[], dataDir: string): void {
  console.error(`Wrong, with the data and logs kept in ${dataDir}:`);
  for (const sentence of wrong.slice(0, MAX_SHOWN)) console.error(`- ${sentence.slice(0, MAX_CHARACTERS)}`);
  if (wrong.length > MAX_SHOWN) console.error(`- and ${wrong.length - MAX_SHOWN} more`);
}

/** Returns what the second client saw that must not be, in sentences with the seeds of the cases in flight. */
export function problemsOf({ slow, wrong }: BystanderReport, attack: Attack): string[] {
  return [
    ...slow.map(({ what, from, to, waitMs }) => {
      return `${what} of the second client waited ${waitMs} ms. In flight: ${casesInFlight(attack, from, to)}`;
    }),
    ...wrong.map((sentence) => `The second client's ${sentence}`),
  ];
}

export function casesInFlight(attack: Attack, from: number, to: number): string {
  const lines = attack.inFlight(from, to).map(({ seed, title }) => `\n    --replay ${seed}  ${title}`);
  return lines.join("");
}
