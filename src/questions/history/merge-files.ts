import { groupBy } from "../../lib/group-by.ts";
import type { ProjectId } from "../../store/ports/common.ts";
import type { HistoryFile } from "../../store/records/history-kinds.ts";
import { chooseColumns } from "./choose-columns.ts";
import { rewriteFiles } from "./event-columns.ts";
import { dayName, dayNumber, holding } from "./history-keys.ts";
import { replaceFiles } from "./history-records.ts";
import { goLive, type WriterPorts } from "./table-log.ts";
import { storeFile } from "./workshop.ts";

/** Merges this many files of about one size, so that each event is rewritten only a few times. */
const FAN_IN = 8;
const MAX_MERGED_BYTES = 256 * 1024 * 1024;

/** Returns how many files were made. */
export async function mergeFiles(projectId: ProjectId, ports: WriterPorts, signal: AbortSignal): Promise<number> {
  const { records, now } = ports;
  const { value } = await records.manifest(projectId);
  let made = 0;
  for (const group of chooseMerges(value.files, dayName(dayNumber(now())))) {
    if (signal.aborted) return made;
    if (await merge(projectId, group, ports)) made += 1;
  }
  return made;
}

async function merge(projectId: ProjectId, group: readonly HistoryFile[], ports: WriterPorts): Promise<boolean> {
  const { records, local, now } = ports;
  const day = group[0]?.day as string;
  const keys = new Set(group.map(({ key }) => key));
  // Read before the files: removing rows from them changes the version.
  const manifest = await records.manifest(projectId);
  const { value } = manifest;
  if (value.files.filter(({ key }) => keys.has(key)).length < keys.size) return false;
  const workshop = await ports.workshop();
  const path = workshop.newPath("parquet");
  const isPast = day < dayName(dayNumber(now()));
  const columns = await holding(local, projectId, group, async (paths) => {
    const sources = group.map((file, index) => ({ ...file, path: paths[index] as string }));
    const known = value.columns ?? [];
    const [unread] = sources.filter((file) => !file.columns).sort((a, b) => b.rows - a.rows);
    // Files are merged even if DuckDB cannot read which properties are frequent.
    const wanted = isPast ? await chooseColumns(known, unread, workshop.duckdb).catch(() => known) : [];
    await workshop.duckdb.run(rewriteFiles(sources, path, { columns: wanted }));
    return wanted;
  });
  const rows = group.reduce((sum, file) => sum + file.rows, 0);
  const spans = group.map(({ span }) => span).filter((span) => span !== undefined);
  const [first, last] = [spans.map(([start]) => start), spans.map(([, end]) => end)];
  const span = spans.length === group.length && { span: [Math.min(...first), Math.max(...last)] as const };
  const counted = isPast && { columns: columns.length };
  const file = await storeFile(path, projectId, { day, rows, ...span, ...counted }, ports);
  const changed = { ...replaceFiles(value, keys, [file], now()), ...(columns.length > 0 && { columns }) };
  return goLive(projectId, manifest, [file], changed, ports);
}

/** Groups files that should become one file; all of a group are of one day. `today` is a day's name. */
function chooseMerges(files: readonly HistoryFile[], today: string): HistoryFile[][] {
  const byDay = groupBy(files, ({ day }) => day);
  return [...byDay].flatMap(([day, all]) => {
    const small = all.filter(({ bytes }) => bytes < MAX_MERGED_BYTES);
    const merged = day < today ? mergePast(small) : mergeRecent(small);
    return merged ? [bounded(merged)].filter(({ length }) => length > 1) : [];
  });
}

/** Merges late events once there are enough of them to rewrite the day. */
function mergePast(files: readonly HistoryFile[]): readonly HistoryFile[] | undefined {
  const sizes = files.map(({ rows }) => rows);
  const largest = Math.max(...sizes);
  const others = sizes.reduce((sum, rows) => sum + rows, 0) - largest;
  return files.length > 1 && others * FAN_IN >= largest ? files : mergeRecent(files);
}

function mergeRecent(files: readonly HistoryFile[]): readonly HistoryFile[] | undefined {
  const tiers = groupBy(files, ({ rows }) => Math.floor(Math.log(rows) / Math.log(FAN_IN)));
  return [...tiers.values()].find(({ length }) => length >= FAN_IN);
}

function bounded(files: readonly HistoryFile[]): HistoryFile[] {
  let bytes = 0;
  return files
    .toSorted((a, b) => a.bytes - b.bytes)
    .filter((file) => {
      bytes += file.bytes;
      return bytes <= MAX_MERGED_BYTES;
    });
}
