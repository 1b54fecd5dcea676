import type { ProjectId } from "../../../store/ports/common.ts";
import type { HistoryFile } from "../../../store/records/history-kinds.ts";

/** Local files, which stay until they are released. */
export interface HeldFiles {
  /** Absolute paths, in the order of the files. */
  readonly paths: readonly string[];
  release(): void;
}

/** Provides live files to programs that read local files only. */
export interface LocalFiles {
  /** The folder with all files of all projects. */
  readonly root: string;
  /** Returns the one folder with all files of the project. */
  folder(projectId: ProjectId): string;
  /** Throws if a file was replaced, and so is gone. */
  hold(projectId: ProjectId, files: readonly HistoryFile[]): Promise<HeldFiles>;
}
