import { rm } from "node:fs/promises";
import type { ProjectId } from "../../store/ports/common.ts";
import type { Files } from "../../store/ports/files.ts";
import type { Records } from "../../store/ports/records.ts";
import { type ErasedEvents, eraseFromHistory } from "./erase-from-history.ts";
import { historyRecords } from "./history-records.ts";
import { openLocalFiles, removeCopies, workFolder } from "./open-local-files.ts";
import { TableLog } from "./table-log.ts";
import { Workshop } from "./workshop.ts";

interface EraserPorts {
  readonly records: Records;
  readonly files: Files;
}

export interface WriterProgress {
  /** Steps finished so far. Each leaves nothing in local files. */
  readonly steps: number;
  readonly isRunning: boolean;
}

const RENEWAL_MS = 3000;

/** Erases events from history files, and from this node's copies and unfinished files. */
export class HistoryEraser {
  readonly #directory: string;
  readonly #progress: () => WriterProgress;
  /** The writer's steps when cleaning began, by erasure. */
  readonly #begun = new Map<string, number>();

  constructor(directory: string, progress: () => WriterProgress) {
    this.#directory = directory;
    this.#progress = progress;
  }

  /** Erases events that the store no longer has. `onBatch` keeps other nodes from doing the same, or throws. */
  async erase(erased: ErasedEvents, { records, files }: EraserPorts, onBatch: () => Promise<void>): Promise<void> {
    const local = await openLocalFiles(this.#directory, "eraser", files, 0);
    let opened: Promise<Workshop> | undefined;
    const workshop = () => {
      opened ??= Workshop.open(workFolder(this.#directory, "eraser"), [local.root]);
      return opened;
    };
    const renewing = setInterval(() => void onBatch().catch(() => undefined), RENEWAL_MS);
    try {
      const history = { records: historyRecords(records), table: new TableLog() };
      const ports = { ...history, files, local, workshop, now: Date.now, onBatch };
      await eraseFromHistory(erased, ports);
    } finally {
      clearInterval(renewing);
      await (await opened?.catch(() => undefined))?.close();
    }
  }

  /** Removes copies of replaced files. Returns false, to be repeated, while the writer may still have erased events. */
  async cleanNode(id: string, projectId: ProjectId, records: Records): Promise<boolean> {
    const { steps, isRunning } = this.#progress();
    const begun = this.#begun.get(id) ?? steps;
    if (isRunning && steps <= begun) {
      this.#begun.set(id, begun);
      return false;
    }
    this.#begun.delete(id);
    const { files } = (await historyRecords(records).manifest(projectId)).value;
    // Questions may still read copies of the other projects.
    await removeCopies(
      this.#directory,
      projectId,
      files.map(({ key }) => key),
    );
    const folders = [workFolder(this.#directory, "eraser")];
    if (!isRunning) folders.push(workFolder(this.#directory, "writer")); // a killed process left it
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
    return true;
  }
}
