import type { Figures } from "../measure.ts";
import type { Measured } from "../rounds.ts";
import type { Workload } from "../workloads/workload.ts";

/** All measurements of a workload. */
export interface Result {
  readonly workload: Workload;
  readonly measured: readonly Measured[];
}

/**
 * Returns a server's CPU time per request as a multiple of another's, for each round; none if that is absent, or if the
 * time includes other requests.
 */
export function cpuMultiples({ workload, measured }: Result, { rounds }: Measured, base: string): number[] {
  const others = (!workload.beside && measured.find(({ server }) => server === base)?.rounds) || [];
  return others.flatMap((other, round) => (rounds[round]?.cpuMicros ?? Number.NaN) / other.cpuMicros);
}

/** Returns whether the server's CPU time can be compared with the bare server's. */
export function isCompared(result: Result, measured: Measured): boolean {
  return cpuMultiples(result, measured, "bare").length > 0;
}

/** Returns the rounds' values of a figure that could be measured. */
export function valuesOf(figure: keyof Figures, { rounds }: Measured): number[] {
  return rounds.flatMap((round) => round[figure] ?? []);
}

/** Returns the median of the figures; the upper one if there are two. NaN if there are none. */
export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}
