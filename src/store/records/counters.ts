import type { RecordKind, Records } from "../ports/records.ts";

type Counter = { readonly name: string; readonly last: number };

/** Last numbers of sequences from 1. */
export const COUNTERS: RecordKind<Counter, "name"> = { name: "counters", key: ["name"] };

/** Returns the next number of a sequence. Numbers are unique; a failed call may leave a gap. */
export async function nextNumber(records: Records, name: string): Promise<number> {
  const next = await records.change(COUNTERS, { name }, (found) => ({ name, last: (found?.last ?? 0) + 1 }));
  return next?.last ?? 0;
}
