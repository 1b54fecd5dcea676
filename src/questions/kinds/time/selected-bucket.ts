import type { Schemas } from "../../../../generated/openapi.ts";
import { problem } from "../../../lib/problem.ts";
import type { Buckets } from "./buckets.ts";
import type { DateRange } from "./date-range.ts";

export interface Chosen {
  /** `chosen`: persons, and when they acted (`first` to `last`, in milliseconds). Empty if all in the range count. */
  readonly expressions: string;
  /** The condition of these persons' events. */
  readonly condition: string;
  /** Contains all of these times. */
  readonly range: DateRange;
  /** The actor in `matched`: events of the range with time `t` in milliseconds, which `condition` is then about. */
  readonly matchedActor?: string;
}

type Day = Schemas["InsightActorsQuery"]["day"];

/** Returns a bucket's index. Throws `invalid_input` if the result has no such day. */
export function bucketOf(day: Day, { days }: Buckets): number {
  const bucket = days.indexOf(String(day));
  if (bucket < 0) throw invalid("day", "There is no such day in the result.");
  return bucket;
}

export function timesOf({ starts, range }: Buckets, bucket: number): DateRange {
  return { from: starts[bucket] ?? range.from, to: starts[bucket + 1] ?? range.to };
}

export function invalid(field: string, detail: string) {
  return problem("invalid_input", { attr: `query__source__${field}`, detail });
}
