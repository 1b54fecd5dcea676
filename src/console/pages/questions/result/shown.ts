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

export interface Column {
  readonly label: string;
  readonly isNumber: boolean;
}

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

/** Returns the items of each key, in the order of their first items. Node 20 runs this in tests, and has no own. */
export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

const DASHES = [[], [6, 3], [2, 3], [10, 3, 2, 3]] as const;
const PREVIOUS = [3, 4];

const COLORS = 8;

export const colorOf = (index: number): number => (index % COLORS) + 1;

/** Returns how a line is drawn: so that it can be told from its neighbors, and from others of its color. */
export function dashOf({ isPrevious }: Pick<Line, "isPrevious">, index: number): readonly number[] {
  return isPrevious ? PREVIOUS : (DASHES[(index + Math.floor(index / COLORS)) % DASHES.length] ?? []);
}
