import { join } from "node:path";
import { readConfig } from "../../settings/config.ts";
import type { EventFilter } from "../../store/ports/events.ts";
import { withProject } from "../choose-project.ts";
import { type CliContext, CommandFailure, UsageError } from "../cli-context.ts";
import { withProgress } from "../progress.ts";
import { withEventFiles } from "./command-answers.ts";
import { exportEvents, FORMATS, type Format, readState } from "./export-events.ts";
import { openTarget } from "./export-target.ts";

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
  await withProject(project, context, async (projectId, store) => {
    const target = await openTarget(out, readConfig(context.environment));
    try {
      const state = await readState(target, { store: store.id, project: projectId, format, filter: given });
      if (state.finished && since === undefined) {
        throw new CommandFailure(
          `${out} has a complete export: add \`--since last\` for what is new, or another --out.`,
        );
      }
      const folder = join(target.workFolder, "events");
      await withEventFiles(projectId, store, context, folder, async (events) => {
        const before = eventsOf(state.files);
        const total = async () => (await events.count(filter)) - before;
        const { files } = await withProgress(context.progress, "exported", total, (onProgress) =>
          exportEvents(state, filter, { events, target, onProgress }),
        );
        const added = (eventsOf(files) - before).toLocaleString("en");
        context.out(`Exported ${added} events in ${files.length - state.files.length} files.\n`);
      });
    } finally {
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
