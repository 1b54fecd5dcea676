import type { ProjectId } from "../store/ports/common.ts";
import type { Columns, LoadMode, RowValue, TableName } from "./engine/engine-methods.ts";
import type { RunningEngine } from "./engine/question-engine.ts";

const MAX_BATCH_ROWS = 500;
const MAX_BATCH_CHARACTERS = 500_000;

/** Returns the table's version, which changes if its rows do. */
export async function loadTable(
  { remote }: RunningEngine,
  project: ProjectId,
  table: TableName,
  rows: AsyncIterable<readonly RowValue[]>,
  mode: LoadMode,
): Promise<string> {
  const load = await remote.startTable(project, table);
  try {
    for await (const columns of inBatches(rows)) await remote.addRows(project, load, columns);
  } catch (error) {
    await remote.cancelTable(project, load).catch(() => undefined); // then the engine has ended, or has none of it
    throw error;
  }
  return remote.finishTable(project, load, mode);
}

async function* inBatches(rows: AsyncIterable<readonly RowValue[]>): AsyncGenerator<Columns> {
  let columns: RowValue[][] = [];
  let characters = 0;
  for await (const row of rows) {
    if (columns.length === 0) columns = row.map(() => []);
    for (const [index, value] of row.entries()) {
      columns[index]?.push(value);
      if (typeof value === "string") characters += value.length;
    }
    if ((columns[0]?.length ?? 0) < MAX_BATCH_ROWS && characters < MAX_BATCH_CHARACTERS) continue;
    yield columns;
    columns = [];
    characters = 0;
  }
  if (columns.length > 0) yield columns;
}
