import type { Config } from "../settings/config.ts";
import { fileEngine, locationsOf, openRows, storeCopies } from "../store/choose-engines.ts";
import type { RowKind } from "../store/ports/neutral-rows.ts";
import { requireMovableHistory } from "./move-left-uuids.ts";
import { countRows } from "./move-rows.ts";
import { requireNoErasures, requireOtherStore } from "./move-store.ts";

export interface MoveEstimate {
  readonly rows: Readonly<Record<RowKind, number>>;
  readonly files: number;
  readonly seconds: number;
}

/** Measured on a busy machine (decision 21), with copying and comparing. */
export const ROWS_PER_SECOND = 1000;
export const FILES_PER_SECOND = 10;

/** Estimates a move without changes. Throws if it cannot begin. */
export async function estimateMove(from: Config, to: Config): Promise<MoveEstimate> {
  requireOtherStore(from, to);
  await (await fileEngine(from).open()).close();
  const source = await openRows(from);
  try {
    await requireNoErasures(source);
    await requireMovableHistory(source);
    const rows = await countRows(source);
    let files = 0;
    if (locationsOf(from).files !== locationsOf(to).files) {
      for await (const _ of (await storeCopies(from)).copies.namedFiles()) files += 1;
    }
    const count = Object.values(rows).reduce((sum, number) => sum + number, 0);
    return { rows, files, seconds: count / ROWS_PER_SECOND + files / FILES_PER_SECOND };
  } finally {
    await source.close();
  }
}
