import type { Schemas } from "../question.ts";

export type Actors = Schemas["ActorsQuery"]["source"];

/** A number, and what it is: `share` is a part of 1, `seconds` a duration. */
export interface Figure {
  readonly value: number | null;
  readonly unit?: "share" | "seconds" | undefined;
  /** The number's part, up to 1, of another one; shown beside it. */
  readonly part?: number | undefined;
  /** How full the cell looks, from 0 to 1. */
  readonly fill?: number | undefined;
  readonly actors?: Actors | undefined;
  /** What the number says, for a list of its persons. */
  readonly means?: string | undefined;
}
export type Cell = string | Figure | null;

export type Column = { readonly label: string; readonly isNumber: boolean };

export interface Line {
  readonly label: string;
  /** Null is a gap. */
  readonly data: readonly (number | null)[];
  readonly isPrevious?: boolean | undefined;
}

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** Length of the bar, from 0 to 1. */
  readonly share: number;
  readonly note?: string | undefined;
}

export type Chart =
  | { readonly kind: "lines"; readonly days: readonly string[]; readonly lines: readonly Line[] }
  | { readonly kind: "bars"; readonly groups: readonly { readonly label: string; readonly bars: readonly Bar[] }[] };

export interface Shown {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  readonly chart: Chart | null;
  readonly isEmpty: boolean;
  readonly note?: string | undefined;
}

export const isFigure = (cell: Cell): cell is Figure => typeof cell === "object" && cell !== null;
export const text = (label: string): Column => ({ label, isNumber: false });
export const number = (label: string): Column => ({ label, isNumber: true });

export function fills(values: readonly number[]): (value: number) => number {
  const max = Math.max(0, ...values.filter((value) => Number.isFinite(value)));
  return (value) => (max === 0 ? 0 : Math.max(0, value) / max);
}

type OfSeries = { readonly data: readonly (number | null)[] };

/** Returns a table with a row for each interval, and a column for each series. */
export function tableOf<Entry extends OfSeries>(
  title: string,
  intervals: readonly string[],
  entries: readonly Entry[],
  labelOf: (entry: Entry) => string,
  actorsOf: (entry: Entry, index: number) => Actors | undefined,
): Omit<Shown, "chart"> {
  return {
    columns: [text(title), ...entries.map((entry) => number(labelOf(entry)))],
    rows: intervals.map((interval, index) => [
      interval,
      ...entries.map((entry) => ({
        value: entry.data[index] ?? null,
        actors: actorsOf(entry, index),
        means: `${labelOf(entry)}, ${interval}`,
      })),
    ]),
    isEmpty: entries.every(({ data }) => data.every((value) => !value)),
  };
}

/** Lines that reach less than a twentieth of the highest would lie flat on the axis of the others. */
const SMALL = 0.05;

/** Returns which lines have the axis on the right: those that would look flat beside the highest one. */
export function onTheRight(lines: readonly Pick<Line, "data">[]): boolean[] {
  const tops = lines.map(({ data }) => Math.max(0, ...data.map((value) => Math.abs(value ?? 0))));
  const limit = SMALL * Math.max(0, ...tops);
  return tops.map((top) => top > 0 && top < limit);
}

const DASHES = [[], [6, 3], [2, 3], [10, 3, 2, 3]] as const;
const PREVIOUS = [3, 4];

const COLORS = 8;

export const colorOf = (index: number): number => (index % COLORS) + 1;

/** Returns how a line is drawn: so that it can be told from its neighbors, and from others of its color. */
export function dashOf({ isPrevious }: Pick<Line, "isPrevious">, index: number): readonly number[] {
  return isPrevious ? PREVIOUS : (DASHES[(index + Math.floor(index / COLORS)) % DASHES.length] ?? []);
}
