import { Readable } from "node:stream";
import type { ProjectId } from "../../store/ports/common.ts";
import type { Files } from "../../store/ports/files.ts";
import { listingKey } from "./history-keys.ts";
import type { HistoryRecords } from "./manifest.ts";

/** Writes the list of a project's live files for readers outside of the service. Returns the manifest's version. */
export async function writeListing(
  projectId: ProjectId,
  { records, files }: { readonly records: HistoryRecords; readonly files: Pick<Files, "put"> },
): Promise<string | null> {
  for (;;) {
    const { value, version } = await records.manifest(projectId);
    const listed = value.files.map(({ key, day, rows, bytes }) => ({ key, day, rows, bytes }));
    const text = `${JSON.stringify({ files: listed }, null, 1)}\n`;
    await files.put(listingKey(projectId), Readable.from([Buffer.from(text)]));
    // Another node may have written a later list first.
    if ((await records.manifest(projectId)).version === version) return version;
  }
}
