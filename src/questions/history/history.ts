import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { EventToken } from "../../store/ports/events.ts";
import type { HistoryFile } from "../../store/records/history-kinds.ts";
import type { LocalFiles } from "./history-keys.ts";
import { dayName, dayNumber } from "./history-keys.ts";
import type { HistoryRecords } from "./history-records.ts";

/** A live file on this machine. */
export type LiveFile = HistoryFile & { readonly path: string };

/** A project's files at one moment. */
export interface LiveFiles {
  /** Changes if the files or `filedUpTo` do. */
  readonly version: string;
  /** No uuid is in two of them. */
  readonly events: readonly LiveFile[];
  /** Events of the store up to this token are in the files, and no others. Null: none is. */
  readonly filedUpTo: EventToken | null;
  /** Lets this machine remove the files, which are readable until then. */
  release(): void;
}

/** A range of the events' timestamps; `to` is exclusive. */
export interface TimeRange {
  readonly from: Millis;
  readonly to: Millis;
}

interface FiledEvents extends Pick<LiveFiles, "version" | "filedUpTo"> {
  readonly files: readonly HistoryFile[];
}

const MAX_ATTEMPTS = 5;
const MAX_READS = 20;

export class History {
  readonly #records: HistoryRecords;
  readonly #local: LocalFiles;

  constructor(records: HistoryRecords, local: LocalFiles) {
    this.#records = records;
    this.#local = local;
  }

  folder(projectId: ProjectId): string {
    return this.#local.folder(projectId);
  }

  /** Brings the live files with events of the range to this machine. */
  async liveFiles(projectId: ProjectId, range?: TimeRange): Promise<LiveFiles> {
    for (let attempt = 1; ; attempt++) {
      const { version, files, filedUpTo } = await readFiledEvents(projectId, this.#records);
      const needed = range ? files.filter(({ day }) => isWithin(day, range)) : files;
      try {
        const { paths, release } = await this.#local.hold(projectId, needed);
        const events = needed.map((file, index) => ({ ...file, path: paths[index] ?? "" }));
        return { version, events, filedUpTo, release };
      } catch (error) {
        if (attempt === MAX_ATTEMPTS) throw error; // else they were replaced meanwhile
      }
    }
  }
}

function isWithin(day: string, { from, to }: TimeRange): boolean {
  return from < to && day >= dayName(dayNumber(from)) && day <= dayName(dayNumber(to - 1));
}

/** Reads the position before and after the manifest, because both may change at once. */
export async function readFiledEvents(projectId: ProjectId, records: HistoryRecords): Promise<FiledEvents> {
  for (let attempt = 1; ; attempt++) {
    const { value: position, version } = await records.position();
    const manifest = await records.manifest(projectId);
    if ((await records.position()).version !== version && attempt < MAX_READS) continue;
    const { files, filedUpTo } = manifest.value;
    const isAhead = position.filing !== null && filedUpTo === position.filing.until;
    const found = { version: `${version}.${manifest.version}`, files };
    return { ...found, filedUpTo: isAhead ? filedUpTo : position.filedUpTo };
  }
}
