import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { StoredDeadLetter } from "../ingest/journal/dead-letters.ts";
import { type ExportedLetter, toExportedLetter } from "../ingest/journal/exported-letter.ts";
import { JOURNAL_FILE } from "../ingest/journal/open-journal.ts";
import { findPerson } from "../persons/read-persons.ts";
import { countEvents, type ExportPorts, exportPerson } from "../privacy/export-person.ts";
import { zipArchive } from "../privacy/zip-archive.ts";
import { SnapshotMemory } from "../recordings/play/snapshot-memory.ts";
import { readConfig } from "../settings/config.ts";
import { chooseProject, type ProjectOption } from "./choose-project.ts";
import { type CliContext, CommandFailure } from "./cli-context.ts";
import { withJournal } from "./commands/dead-letters-commands.ts";
import { withProgress } from "./progress.ts";
import { requireStore } from "./require-store.ts";
import { withAllEvents } from "./with-all-events.ts";
import { writeNewFile } from "./write-new-file.ts";

export interface ExportOptions extends ProjectOption {
  /** The path of the archive; named after the person in the present directory if absent. */
  readonly out?: string | undefined;
}

/** Writes everything about a person into an archive. Returns its path and its number of events. */
export async function exportArchive(
  id: string,
  { project, out }: ExportOptions,
  context: CliContext,
): Promise<{ path: string; events: number }> {
  const config = readConfig(context.environment);
  await requireStore(config);
  const { store, fileStore, legacy, close } = await context.openRecordings(config);
  try {
    const { id: projectId } = await chooseProject(project, store.tenants);
    const person = await findPerson(projectId, id, store.persons);
    if (!person) throw new CommandFailure(`No person in project ${projectId} has the UUID or distinct id ${id}.`);
    const path = resolve(out ?? `person-${person.uuid}.zip`);
    const memory = new SnapshotMemory(store.recordings, 0);
    const write = (deadLetters: Iterable<readonly ExportedLetter[]>) => {
      const recordings = { ...store.recordings, files: fileStore.files, legacy, memory };
      return withAllEvents(store, context, async (complete) => {
        const ports: ExportPorts = { ...complete, recordings, deadLetters, now: context.now };
        return withProgress(
          context.progress,
          "events exported",
          () => countEvents(person, ports),
          async (advance) => {
            let events = 0;
            const entries = exportPerson(person, ports, () => {
              events += 1;
              advance(1);
            });
            await writeNewFile(path, zipArchive(entries, context.now()));
            return { path, events };
          },
        );
      });
    };
    if (!existsSync(join(config.DATA_DIR, JOURNAL_FILE))) return await write([]);
    return await withJournal(context, { readonly: true }, ({ deadLetters }) =>
      write(exportedLetters(deadLetters.batches({ projectId }))),
    );
  } finally {
    await close();
  }
}

function* exportedLetters(batches: Iterable<readonly StoredDeadLetter[]>): Generator<readonly ExportedLetter[]> {
  for (const batch of batches) yield batch.map(toExportedLetter);
}
