import type { ProjectId } from "../../store/ports/common.ts";
import type { EventToken } from "../../store/ports/events.ts";
import type { HistoryFile } from "../../store/records/history-kinds.ts";
import type { HistoryRecords } from "./manifest.ts";

export interface FiledEvents {
  /** Changes if the files or `filedUpTo` change. */
  readonly version: string;
  readonly files: readonly HistoryFile[];
  /** Events of the store up to this token are in the files, and no others. Null: none is. */
  readonly filedUpTo: EventToken | null;
}

const MAX_ATTEMPTS = 20;

/** Reads the position before and after the manifest, because both may change at once. */
export async function readFiledEvents(projectId: ProjectId, records: HistoryRecords): Promise<FiledEvents> {
  for (let attempt = 1; ; attempt++) {
    const { value: position, version } = await records.position();
    const manifest = await records.manifest(projectId);
    if ((await records.position()).version !== version && attempt < MAX_ATTEMPTS) continue;
    const { files, filedUpTo } = manifest.value;
    const isAhead = position.filing !== null && filedUpTo === position.filing.until;
    return {
      version: `${version}.${manifest.version}`,
      files,
      filedUpTo: isAhead ? filedUpTo : position.filedUpTo,
    };
  }
}
