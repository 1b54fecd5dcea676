import type { ProjectId } from "../../store/ports/common.ts";
import type { EventToken } from "../../store/ports/events.ts";
import type { HistoryFile } from "../../store/records/history-kinds.ts";
import type { HistoryRecords } from "./manifest.ts";

/** The files of a project at one moment, and where its events begin that are in none of them. */
export interface FiledEvents {
  /** Changes if the files or `filedUpTo` change. */
  readonly version: string;
  readonly files: readonly HistoryFile[];
  /** The events of the store up to this token are in the files; those after it are not. Null: no event is. */
  readonly filedUpTo: EventToken | null;
}

const MAX_ATTEMPTS = 20;

/** Reads which files are live. The position is read before and after, because both may move at once. */
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
