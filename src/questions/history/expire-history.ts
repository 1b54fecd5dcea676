import type { Millis, ProjectId } from "../../store/ports/common.ts";
import { dayName, dayNumber } from "./history-keys.ts";
import { type HistoryRecords, replaceFiles } from "./manifest.ts";

/** Removes the files of days that ended at or before this time from the live ones. */
export async function expireHistory(
  projectId: ProjectId,
  before: Millis,
  { records, now }: { readonly records: HistoryRecords; readonly now: () => Millis },
): Promise<void> {
  const firstDay = dayName(dayNumber(before));
  const { value, version } = await records.manifest(projectId);
  const expired = value.files.filter(({ day }) => day < firstDay).map(({ key }) => key);
  if (expired.length === 0) return;
  // If another process changes the manifest at the same time, the next run does it.
  await records.changeManifest(projectId, replaceFiles(value, new Set(expired), [], now()), version);
}
