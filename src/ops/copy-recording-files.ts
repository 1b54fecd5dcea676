import { join, sep } from "node:path";
import { forEachOf } from "../lib/settle-all.ts";
import { pathOfKey } from "../store/filesystem/file-paths.ts";
import type { NamedFile } from "../store/ports/document-copies.ts";
import type { Files } from "../store/ports/files.ts";
import type { RecordingErasure } from "../store/ports/recording-erasure.ts";
import type { ChecksumWriter } from "./checksums.ts";
import { requireDiskSpace, writeDurably } from "./durable-files.ts";
import type { EarlierFiles } from "./earlier-files.ts";
import type { Manifest } from "./manifest.ts";

export const FILES_FOLDER = "files";
/** Parallel copies wait less for disks and networks. */
export const MAX_FILES_AT_ONCE = 8;

export type CopiedFiles = Pick<Manifest, "recordingFiles" | "missing" | "erased">;

interface CopyPorts {
  readonly files: Pick<Files, "get">;
  /** The live store, which may have erased a recording since its documents were copied. */
  readonly erasure: Pick<RecordingErasure, "erased">;
  /** An earlier backup, whose history files are linked. */
  readonly earlier?: EarlierFiles | null;
  readonly sums: ChecksumWriter;
  readonly advance: (by: number) => void;
}

/** Copies files in the layout of `DATA_DIR`. */
export async function copyRecordingFiles(
  directory: string,
  named: AsyncIterable<NamedFile>,
  { files, erasure, earlier = null, sums, advance }: CopyPorts,
): Promise<CopiedFiles> {
  const missing: NamedFile[] = [];
  const erased: Manifest["erased"][number][] = [];
  const total = { count: 0, bytes: 0 };
  await forEachOf(named, MAX_FILES_AT_ONCE, async (file) => {
    advance(1);
    if (file.bytes === 0) return; // its content is in the legacy database
    const path = join(FILES_FOLDER, pathOfKey(file.key));
    const add = async (bytes: number, sha256: string) => {
      await sums.add({ path: path.replaceAll(sep, "/"), sha256 });
      total.count += 1;
      total.bytes += bytes;
    };
    const linked = (await earlier?.link(file, path, directory)) ?? null;
    if (linked !== null) return add(file.bytes, linked);
    const stored = await files.get(file.key);
    if (stored === null) {
      const { projectId, sessionId } = file;
      if (sessionId !== null && (await erasure.erased(projectId, [sessionId])).has(sessionId)) {
        erased.push({ projectId, sessionId });
      } else missing.push(file);
      return;
    }
    requireDiskSpace(directory, file.bytes);
    const { bytes, sha256 } = await writeDurably(join(directory, path), stored.stream);
    await add(bytes, sha256);
  });
  return { recordingFiles: total, missing, erased };
}
