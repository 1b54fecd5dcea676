import type { components } from "../../../../generated/openapi.ts";
import { problem } from "../../../lib/problem.ts";
import type { Buckets } from "./buckets.ts";
import type { DateRange } from "./date-range.ts";

/** The persons behind a number. */
export interface Chosen {
  /**
   * Expressions with `chosen`: persons, and between which times (`first` and `last`, in milliseconds) they did it.
   * Empty if everyone is meant who did it in the range.
   */
  readonly expressions: string;
  /** The condition of the events that they did then. */
  readonly condition: string;
  /** All of these times are in it. */
  readonly range: DateRange;
  /**
   * The actor of an event of `matched`, if the expressions have that: all events of the range that meet the filters of
   * the question, with their time `t` in milliseconds. The condition is one of them then; else they are read again.
   */
  readonly matchedActor?: string;
}

type Day = components["schemas"]["InsightActorsQuery"]["day"];

/** Returns the index of a day of a result. Throws `invalid_input` if it has no such day. */
export function bucketOf(day: Day, { days }: Buckets): number {
  const bucket = days.indexOf(String(day));
  if (bucket < 0) throw invalid("day", "There is no such day in the result.");
  return bucket;
}

/** Returns when a bucket begins, and when the next one does. */
export function timesOf({ starts, range }: Buckets, bucket: number): DateRange {
  return { from: starts[bucket] ?? range.from, to: starts[bucket + 1] ?? range.to };
}

export function invalid(field: string, detail: string) {
  return problem("invalid_input", { attr: `query__source__${field}`, detail });
}
