import { historyRecords } from "../../answers/history/history-records.ts";
import { readConfig } from "../../settings/config.ts";
import type { EventFilter } from "../../store/ports/events.ts";
import { withProject } from "../choose-project.ts";
import { type CliContext, CommandFailure, UsageError } from "../cli-context.ts";
import { withProgress } from "../progress.ts";
import { exportEvents, readState } from "./export-events.ts";
import { openTarget } from "./export-target.ts";
import { FORMATS, type Format, PartFiles } from "./part-file.ts";

export interface FileExportOptions {
  readonly project?: string;
  readonly out: string;
  readonly format?: string;
  readonly since?: string;
}

/** Exports events to files, or continues an earlier export there. Prints how many there are. */
export async function exportToFiles(
  { project, out, format = "jsonl", since }: FileExportOptions,
  filter: EventFilter,
  given: Readonly<Record<string, string>>,
  context: CliContext,
): Promise<void> {
  if (!isFormat(format)) throw new UsageError(`--format must be one of ${FORMATS.join(", ")}.`);
  if (since !== undefined && since !== "last") throw new UsageError("--since must be `last`.");
  const config = readConfig(context.environment);
  await withProject(project, context, async (projectId, { id, events, records }) => {
    const target = await openTarget(out, config);
    const parts = new PartFiles(format, target.workFolder);
    try {
      const state = await readState(target, { store: id, project: projectId, format, filter: given });
      if (state.finished && since === undefined) {
        throw new CommandFailure(
          `${out} has a complete export: add \`--since last\` for what is new, or another --out.`,
        );
      }
      const leftUpTo = async () => (await historyRecords(records).left()).value.leavingUpTo;
      const before = eventsOf(state.files);
      const total = async () => (await events.count(projectId, filter)) - before;
      const { files } = await withProgress(context.progress, "exported", total, (onProgress) =>
        exportEvents(state, filter, { events, leftUpTo, target, parts, now: context.now, onProgress }),
      );
      const added = eventsOf(files) - before;
      context.out(`Exported ${added.toLocaleString("en")} events in ${files.length - state.files.length} files.\n`);
    } finally {
      parts.close();
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
