import { pipeline } from "node:stream";
import { finished } from "node:stream/promises";
import { forEachOf } from "../lib/settle-all.ts";
import type { NamedFile } from "../store/ports/document-copies.ts";
import type { Files } from "../store/ports/files.ts";
import { HashingStream } from "./checksums.ts";
import { MAX_FILES_AT_ONCE } from "./copy-recording-files.ts";

export interface MovedFiles {
  readonly files: number;
  readonly bytes: number;
  readonly missing: readonly string[];
}

/** Copies the named files that the target lacks, and compares each copy. */
export async function moveFiles(
  named: AsyncIterable<NamedFile>,
  source: Pick<Files, "get">,
  target: Pick<Files, "get" | "put">,
  advance: (by: number) => void,
): Promise<MovedFiles> {
  const missing: string[] = [];
  let [files, bytes] = [0, 0];
  await forEachOf(named, MAX_FILES_AT_ONCE, async (file) => {
    advance(1);
    if (file.bytes === 0) return; // its content is in the legacy database
    const size = (await sizeOf(target, file.key)) ?? (await copyFile(file.key, source, target));
    if (size === null) return void missing.push(file.key);
    files += 1;
    bytes += file.bytes;
  });
  return { files, bytes, missing };
}

async function sizeOf(files: Pick<Files, "get">, key: string): Promise<number | null> {
  const found = await files.get(key);
  found?.stream.on("error", () => {}).destroy();
  return found && (found.bytes ?? 0);
}

async function copyFile(key: string, source: Pick<Files, "get">, target: Pick<Files, "get" | "put">) {
  const found = await source.get(key);
  if (!found) return null;
  const hashing = new HashingStream();
  await target.put(
    key,
    pipeline(found.stream, hashing, () => {}), // `put` sees errors
  );
  const copy = new HashingStream();
  const written = await target.get(key);
  if (!written) throw new Error(`The file ${key} was written, and is gone.`);
  copy.resume();
  await finished(pipeline(written.stream, copy, () => {}));
  if (copy.digest() !== hashing.digest()) throw new Error(`The copy of the file ${key} has another content.`);
  return copy.bytes;
}
