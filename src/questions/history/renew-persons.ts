import { rm } from "node:fs/promises";
import { cleanText } from "../../store/event-lines.ts";
import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { PeopleReading } from "../../store/ports/persons.ts";
import type { HistoryFile, Manifest, PersonTable } from "../../store/records/history-kinds.ts";
import { sqlText } from "./duckdb-process.ts";
import { FORMAT } from "./event-columns.ts";
import { replaceFiles } from "./history-records.ts";
import { deleteOrphans, deleteReplaced, ORPHAN_AGE_MS, REPLACED_GRACE_MS } from "./remove-leftovers.ts";
import { goLive, type WriterPorts } from "./table-log.ts";
import { storeFile } from "./workshop.ts";
import { writeLines } from "./write-batch.ts";

interface RenewTablePorts extends WriterPorts {
  readonly people: Pick<PeopleReading, "persons" | "distinctIds">;
}

const INTERVAL_MS = 3_600_000;

/** The columns of lines, for DuckDB's `read_json`, and of the table. */
const COLUMNS: Readonly<Record<PersonTable, readonly [lines: string, table: string]>> = {
  distinct_ids: ["{distinctId: 'VARCHAR', person: 'VARCHAR'}", "distinctId AS distinct_id, person AS person_id"],
  persons: [
    "{uuid: 'VARCHAR', createdAt: 'BIGINT', isIdentified: 'BOOLEAN', properties: 'VARCHAR'}",
    `uuid AS id, make_timestamptz(createdAt * 1000) AS created_at, isIdentified AS is_identified, properties`,
  ],
};

/**
 * Writes a table of persons again, as a whole, once an hour if persons may have changed: `changedAt` is when files of
 * the project's events did last. If it is absent, the table is emptied. The manifest is read before persons, so no file
 * undoes an erasure, which removes persons first and then changes the manifest.
 */
export async function renewTable(
  projectId: ProjectId,
  changedAt: Millis | undefined,
  ports: RenewTablePorts,
  signal: AbortSignal,
): Promise<void> {
  const { records, now } = ports;
  const manifest = await records.manifest(projectId);
  const { value } = manifest;
  if (changedAt === undefined ? value.files.length > 0 : isDue(value, changedAt, now())) {
    const files = changedAt === undefined ? [] : await writeTable(projectId, ports, signal);
    const keys = new Set(value.files.map(({ key }) => key));
    await goLive(projectId, manifest, files, replaceFiles(value, keys, files, now()), ports);
  }
  await deleteReplaced(projectId, REPLACED_GRACE_MS, ports);
  // Also when nothing is due: a writer that was killed may have left persons who are erased since.
  if (changedAt !== undefined || value.table) await deleteOrphans(projectId, ORPHAN_AGE_MS, ports);
}

/** Only events change persons, some time before or after they are filed: so there is one more renewal at the end. */
function isDue({ files, table }: Manifest, changedAt: Millis, now: Millis): boolean {
  const renewedAt = table?.at ?? 0;
  return files.length === 0 || (renewedAt + INTERVAL_MS <= now && changedAt + INTERVAL_MS > renewedAt);
}

/** Writes files of a limited size each, at least one. Nothing refers to them yet. */
async function writeTable(projectId: ProjectId, ports: RenewTablePorts, signal: AbortSignal): Promise<HistoryFile[]> {
  const { people } = ports;
  const name = ports.table.name as PersonTable;
  const rows = name === "persons" ? people.persons(projectId) : people.distinctIds(projectId);
  const lines = linesOf(rows);
  const workshop = await ports.workshop();
  const [source, target] = [workshop.newPath("ndjson"), workshop.newPath("parquet")];
  const [lineColumns, columns] = COLUMNS[name];
  const read = `read_json(${sqlText(source)}, format = 'newline_delimited', columns = ${lineColumns})`;
  const copy = `COPY (SELECT ${columns} FROM ${read}) TO ${sqlText(target)} (${FORMAT})`;
  const files: HistoryFile[] = [];
  try {
    for (let isLast = false; !isLast; ) {
      ({ isLast } = await writeLines(source, lines, { signal }));
      const [copied] = await workshop.duckdb.run(copy);
      await rm(source);
      files.push(await storeFile(target, projectId, { day: "", rows: Number(copied?.["Count"]) }, ports, name));
    }
    return files;
  } catch (error) {
    // The next run writes all of them again. What cannot be deleted is an orphan.
    await ports.files.delete(files.map(({ key }) => key)).catch(() => undefined);
    throw error;
  }
}

async function* linesOf(parts: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  const clean = (_: string, value: unknown) => (typeof value === "string" ? cleanText(value) : value);
  for await (const rows of parts) yield rows.map((row) => `${JSON.stringify(row, clean)}\n`).join("");
}
