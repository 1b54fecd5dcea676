import type { ProjectId } from "../../store/ports/common.ts";
import type { EventToken } from "../../store/ports/events.ts";
import type { HistoryFile } from "../../store/records/history-kinds.ts";
import type { LocalFiles } from "./history-keys.ts";
import type { HistoryRecords } from "./history-records.ts";

/** A live file on this machine. */
export type LiveFile = HistoryFile & { readonly path: string };

/** A project's files at one moment. */
export interface LiveFiles {
  /** Changes if the files or `filedUpTo` do. */
  readonly version: string;
  /** No uuid is in two of them. */
  readonly events: readonly LiveFile[];
  /** Pointers of the properties that files may have as columns. */
  readonly columns: readonly string[];
  /** Events of the store up to this token are in the files, and no others. Null: none is. */
  readonly filedUpTo: EventToken | null;
  /** Lets this machine remove the files, which are readable until then. */
  release(): void;
}

const MAX_ATTEMPTS = 5;
const MAX_READS = 20;

export type History = ReturnType<typeof historyOf>;

export function historyOf(records: HistoryRecords, local: LocalFiles) {
  return {
    folder: local.folder,
    /** Brings the project's live files to this machine. */
    async liveFiles(projectId: ProjectId): Promise<LiveFiles> {
      for (let attempt = 1; ; attempt++) {
        const { version, files, columns, filedUpTo } = await readFiledEvents(projectId, records);
        try {
          const { paths, release } = await local.hold(projectId, files);
          return {
            version,
            columns,
            events: files.map((file, index) => ({ ...file, path: paths[index] ?? "" })),
            filedUpTo,
            release,
          };
        } catch (error) {
          if (attempt === MAX_ATTEMPTS) throw error; // else they were replaced meanwhile
        }
      }
    },
  };
}

/** Reads the position before and after the manifest, because both may change at once. */
export async function readFiledEvents(projectId: ProjectId, records: HistoryRecords) {
  for (let attempt = 1; ; attempt++) {
    const { value: position, version } = await records.position();
    const manifest = await records.manifest(projectId);
    if ((await records.position()).version !== version && attempt < MAX_READS) continue;
    const { files, columns = [], filedUpTo } = manifest.value;
    const isAhead = position.filing !== null && filedUpTo === position.filing.until;
    const found = { version: `${version}.${manifest.version}`, files, columns };
    return { ...found, filedUpTo: isAhead ? filedUpTo : position.filedUpTo };
  }
}
