import type { ProjectId } from "../../../store/ports/common.ts";
import type { HistoryFile } from "../../../store/records/history-kinds.ts";

/** Files on this machine. They stay there until they are released. */
export interface HeldFiles {
  /** Absolute paths, in the order of the files. */
  readonly paths: readonly string[];
  release(): void;
}

/** Provides live files to programs that read local files only. */
export interface LocalFiles {
  /** The folder in which all files of all projects are. */
  readonly root: string;
  /** The one folder in which all files of the project are. */
  folder(projectId: ProjectId): string;
  /** Throws if a file is not there any more: it was replaced. */
  hold(projectId: ProjectId, files: readonly HistoryFile[]): Promise<HeldFiles>;
}
