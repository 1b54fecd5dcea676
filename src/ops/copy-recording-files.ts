import { link, mkdir, stat } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { forEachOf } from "../lib/settle-all.ts";
import { pathOfKey } from "../store/filesystem/file-paths.ts";
import type { NamedFile } from "../store/ports/document-copies.ts";
import type { Files } from "../store/ports/files.ts";
import type { RecordingErasure } from "../store/ports/recordings.ts";
import { type ChecksumWriter, readChecksums } from "./checksums.ts";
import { requireDiskSpace, writeDurably } from "./durable-files.ts";
import { type Manifest, readManifest } from "./manifest.ts";

export const FILES_FOLDER = "files";
/** Parallel copies wait less for disks and networks. */
export const MAX_FILES_AT_ONCE = 8;

export type CopiedFiles = Pick<Manifest, "recordingFiles" | "missing" | "erased">;

/** Links a file to its path in the directory of a backup. Returns its checksum; null if it has to be copied. */
export type LinkFile = (file: NamedFile, path: string, directory: string) => Promise<string | null>;

interface CopyPorts {
  readonly files: Pick<Files, "get">;
  /** The live store, which may have erased a recording since its documents were copied. */
  readonly erasure: Pick<RecordingErasure, "erased">;
  readonly linkFile?: LinkFile | null;
  readonly sums: ChecksumWriter;
  readonly advance: (by: number) => void;
}

/** Copies files in the layout of `DATA_DIR`. */
export async function copyRecordingFiles(
  directory: string,
  named: AsyncIterable<NamedFile>,
  { files, erasure, linkFile = null, sums, advance }: CopyPorts,
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
    const linked = (await linkFile?.(file, path, directory)) ?? null;
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

/**
 * Links history files of an earlier backup: they never change, and their keys are never used again. Throws, with one
 * line, if the directory is no complete backup.
 */
export async function linkFrom(earlier: string): Promise<LinkFile> {
  await readManifest(earlier);
  const sums = new Map<string, string>();
  for await (const { path, sha256 } of readChecksums(earlier)) {
    if (path.startsWith(`${FILES_FOLDER}/history/`)) sums.set(path, sha256);
  }
  return async ({ sessionId, bytes }, path, directory) => {
    const sha256 = sums.get(path);
    if (sessionId !== null || sha256 === undefined) return null;
    const [from, to] = [join(resolve(earlier), path), join(directory, path)];
    try {
      if ((await stat(from)).size !== bytes) return null;
      await mkdir(dirname(to), { recursive: true });
      await link(from, to);
      return sha256;
    } catch {
      return null; // some file systems have no links, or a limited number
    }
  };
}
