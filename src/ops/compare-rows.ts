import { createHash } from "node:crypto";
import {
  type AnyRow,
  GROUPED,
  ROW_FIELDS,
  type RowKind,
  type RowReader,
  SEQUENCES,
} from "../store/ports/neutral-rows.ts";

/** Equal if two stores have the same rows, and the same order in each sequence. */
export interface RowsDigest {
  readonly rows: number;
  readonly checksum: string;
}

const CHECKSUM_BITS = 128n;

export async function digestRows(
  reader: Pick<RowReader, "read">,
  kind: RowKind,
  advance: (by: number) => void = () => {},
): Promise<RowsDigest> {
  const sequence = SEQUENCES[kind];
  const last = new Map<string, string>();
  let [rows, sum] = [0, 0n];
  for await (const batch of reader.read(kind, null)) {
    for (const row of batch.rows) {
      const name = sequence?.map((field) => row[field]).join("\0");
      const hash = createHash("sha256").update(textOf(kind, row));
      if (name !== undefined) hash.update(last.get(name) ?? "");
      const digest = hash.digest("hex").slice(0, 32);
      sum = BigInt.asUintN(Number(CHECKSUM_BITS), sum + BigInt(`0x${digest}`));
      if (name === undefined) continue;
      if (GROUPED.has(kind) && !last.has(name)) last.clear();
      last.set(name, digest);
    }
    rows += batch.rows.length;
    advance(batch.rows.length);
  }
  return { rows, checksum: sum.toString(16).padStart(32, "0") };
}

function textOf(kind: RowKind, row: AnyRow): string {
  const values = ROW_FIELDS[kind].map((field) => {
    const value = (row as Record<string, unknown>)[field];
    return field === "value" && typeof value === "string" ? JSON.parse(value) : value; // engines may format JSON
  });
  return JSON.stringify(values);
}
