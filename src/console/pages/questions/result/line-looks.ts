import type { Line } from "../presentation/shown.ts";

const DASHES = [[], [6, 3], [2, 3], [10, 3, 2, 3]] as const;
const PREVIOUS = [3, 4];

const COLORS = 8;

/** Returns the number of a line's color, from 1. */
export const colorOf = (index: number): number => (index % COLORS) + 1;

/** Returns how a line is drawn: so that it can be told from its neighbors, and from others of its color. */
export function dashOf({ isPrevious }: Pick<Line, "isPrevious">, index: number): readonly number[] {
  return isPrevious ? PREVIOUS : (DASHES[(index + Math.floor(index / COLORS)) % DASHES.length] ?? []);
}
