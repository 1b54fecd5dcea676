import type { HistoryFile } from "../../store/records/history-kinds.ts";

/** Merges this many files of about one size, so that each event is rewritten only a few times. */
const FAN_IN = 8;
const MAX_MERGED_BYTES = 256 * 1024 * 1024;

/** Groups files that should become one file; all of a group are of one day. `today` is a day's name. */
export function chooseMerges(files: readonly HistoryFile[], today: string): HistoryFile[][] {
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

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
