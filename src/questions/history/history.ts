import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { EventToken } from "../../store/ports/events.ts";
import { dayName, dayNumber } from "./history-keys.ts";
import { readFiledEvents } from "./live-files.ts";
import type { LocalFiles } from "./local/local-files.ts";
import type { HistoryRecords } from "./manifest.ts";

/** A Parquet file on this machine, with events of one UTC day. */
export interface LiveFile {
  readonly path: string;
  /** Such as 2026-11-23. */
  readonly day: string;
  readonly rows: number;
  readonly bytes: number;
}

/** The files of a project that a question may read, as they are at one moment. */
export interface LiveFiles {
  /** Changes if the files or `filedUpTo` do. */
  readonly version: string;
  /** No uuid is in two of them. */
  readonly events: readonly LiveFile[];
  /** The events of the store up to this token are in the files; those after it are not. Null: none is. */
  readonly filedUpTo: EventToken | null;
  /** Lets the files be removed from this machine. They stay readable until then. */
  release(): void;
}

/** Which time of the events' timestamps is needed: `to` is exclusive. */
export interface TimeRange {
  readonly from: Millis;
  readonly to: Millis;
}

const MAX_ATTEMPTS = 5;

/** The history of projects, for questions. */
export class History {
  readonly #records: HistoryRecords;
  readonly #local: LocalFiles;

  constructor(records: HistoryRecords, local: LocalFiles) {
    this.#records = records;
    this.#local = local;
  }

  /** Returns the one folder that has all files of the project. */
  folder(projectId: ProjectId): string {
    return this.#local.folder(projectId);
  }

  /** Returns the live files with events of the range, which are on this machine then. */
  async liveFiles(projectId: ProjectId, range?: TimeRange): Promise<LiveFiles> {
    for (let attempt = 1; ; attempt++) {
      const { version, files, filedUpTo } = await readFiledEvents(projectId, this.#records);
      const needed = range ? files.filter(({ day }) => isWithin(day, range)) : files;
      try {
        const { paths, release } = await this.#local.hold(projectId, needed);
        const events = needed.map(({ day, rows, bytes }, index) => ({ path: paths[index] ?? "", day, rows, bytes }));
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
