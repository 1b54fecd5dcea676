import { History } from "../../questions/history/history.ts";
import { historyRecords } from "../../questions/history/history-records.ts";
import { openLocalFiles } from "../../questions/history/local/open-local-files.ts";
import { readConfig } from "../../settings/config.ts";
import type { EventFilter } from "../../store/ports/events.ts";
import { withAllEvents, withProject } from "../choose-project.ts";
import { type CliContext, CommandFailure, UsageError } from "../cli-context.ts";
import { withProgress } from "../progress.ts";
import { openCommandFiles } from "./command-answers.ts";
import { exportEvents, readState } from "./export-events.ts";
import { openTarget } from "./export-target.ts";
import { openFiledEvents } from "./filed-events.ts";
import { FORMATS, type Format, PartFiles } from "./part-file.ts";

export interface FileExportOptions {
  readonly project?: string;
  readonly out: string;
  readonly format?: string;
  readonly since?: string;
}

/** Exports events, and continues an earlier export to the same place. */
export async function exportToFiles(
  { project, out, format = "jsonl", since }: FileExportOptions,
  filter: EventFilter,
  given: Readonly<Record<string, string>>,
  context: CliContext,
): Promise<void> {
  if (!isFormat(format)) throw new UsageError(`--format must be one of ${FORMATS.join(", ")}.`);
  if (since !== undefined && since !== "last") throw new UsageError("--since must be `last`.");
  const config = readConfig(context.environment);
  await withProject(project, context, async (projectId, store) => {
    const target = await openTarget(out, config);
    const parts = new PartFiles(format, target.workFolder);
    let files: ReturnType<typeof openCommandFiles> | undefined;
    try {
      const state = await readState(target, { store: store.id, project: projectId, format, filter: given });
      if (state.finished && since === undefined) {
        throw new CommandFailure(
          `${out} has a complete export: add \`--since last\` for what is new, or another --out.`,
        );
      }
      const history = historyRecords(store.records);
      const leftUpTo = async () => {
        const { leavingUpTo, receivedUntil } = (await history.left()).value;
        return receivedUntil === null ? null : (leavingUpTo ?? ""); // null after a move of what had left
      };
      const openFiled = async () => {
        files ??= openCommandFiles(config);
        const { reader, fileStore } = await files;
        const local = await openLocalFiles(config.DATA_DIR, reader, fileStore.files, config.HISTORY_CACHE_BYTES);
        return openFiledEvents(projectId, { history: new History(history, local), target, format });
      };
      const before = eventsOf(state.files);
      const total = () =>
        withAllEvents(store, context, async ({ events }) => (await events.count(projectId, filter)) - before);
      const ports = { events: store.events, leftUpTo, openFiled, target, parts, now: context.now };
      const { files: written } = await withProgress(context.progress, "exported", total, (onProgress) =>
        exportEvents(state, filter, { ...ports, onProgress }),
      );
      const added = eventsOf(written) - before;
      context.out(`Exported ${added.toLocaleString("en")} events in ${written.length - state.files.length} files.\n`);
    } finally {
      parts.close();
      await (await files?.catch(() => undefined))?.close();
      await target.close();
    }
  });
}

function eventsOf(files: readonly { readonly events: number }[]): number {
  return files.reduce((sum, { events }) => sum + events, 0);
}

function isFormat(text: string): text is Format {
  return (FORMATS as readonly string[]).includes(text);
}
