import type { Sql } from "../../sqlite-connection.ts";
import { Filter } from "./filter.ts";
import { extendFilter, type Run } from "./runs.ts";

/** What a transaction adds to incomplete filters, as after a start. Takes some 10 ms. */
const FILTER_ENTRIES = 200_000;

/** Creates and continues filters. The largest runs get none, and are read, if all would exceed `maxBytes`. */
export function extendFilters(sql: Sql, runs: readonly Run[], maxBytes: number): void {
  let bytes = 0;
  let left = FILTER_ENTRIES;
  for (const run of runs.toSorted((a, b) => a.entries - b.entries)) {
    bytes += Filter.bytes(run.entries);
    if (bytes > maxBytes) run.filter = undefined;
    else run.filter ??= new Filter(run.entries);
    const { filter } = run;
    while (filter && filter.until < run.high && left > 0) left -= 1 + extendFilter(sql, run, filter);
  }
}
