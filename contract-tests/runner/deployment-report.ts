import type { Observations } from "../contract/observations.ts";
import type { Target } from "../target-description.ts";

/** Returns which operations were slow, the slowest first; empty if none was. */
export function slowReport({ slow }: Pick<Observations, "slow">): string {
  const times = new Map<string, number[]>();
  for (const [operation, milliseconds] of slow) times.set(operation, [...(times.get(operation) ?? []), milliseconds]);
  const rows = [...times].map(([operation, all]) => ({ operation, count: all.length, longest: Math.max(...all) }));
  if (rows.length === 0) return "";
  const lines = rows
    .toSorted((one, other) => other.longest - one.longest)
    .map(({ operation, count, longest }) => `  ${operation}: ${count}, the slowest ${(longest / 1000).toFixed(1)} s\n`);
  return `Responses that took longer than a second:\n${lines.join("")}\n`;
}

/** Returns what remains of a run, with the event of its preflight, because the interface cannot delete it. */
export function remainsReport({ eventRequests }: Observations, { tenant }: Target): string {
  const events = `the events of ${eventRequests + 1} requests, their persons, dead letters of bad snapshots`;
  return `In the project ${tenant.projectId} remain ${events}, and what deleted flags and erased persons leave.\n`;
}
