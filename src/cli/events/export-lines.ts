import { createReadStream } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import type { ExportedLine } from "../../ingest/import-events.ts";
import { CommandFailure } from "../cli-context.ts";

export interface ExportFile {
  readonly path: string;
  /** The path below the folder that was named, for messages. */
  readonly name: string;
  readonly bytes: number;
}

const LINES = /\.(jsonl|ndjson)(\.gz|\.br)?$/i;
const PARQUET = /\.parquet(\.\w+)?$/i;
const NEWLINE = 10;

/** Returns the file, or the files with events in the folder and below, in the order of their names. */
export async function findExportFiles(path: string): Promise<ExportFile[]> {
  const about = await stat(path).catch((error) => {
    throw new CommandFailure(`${path} cannot be read: ${error.message}.`);
  });
  if (!about.isDirectory()) return [{ path, name: basename(path), bytes: about.size }];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const found = entries.filter((entry) => entry.isFile() && (LINES.test(entry.name) || PARQUET.test(entry.name)));
  const paths = found.map(({ parentPath, name }) => join(parentPath, name)).sort();
  const files = paths.map(async (file) => ({
    path: file,
    name: relative(path, file),
    bytes: (await stat(file)).size,
  }));
  if (files.length > 0) return Promise.all(files);
  throw new CommandFailure(`There is no file with events in ${path}: *.jsonl, *.jsonl.gz, *.jsonl.br or *.parquet.`);
}

export interface LineOptions {
  /** Returns the path of a new file of JSON lines with the rows of a Parquet file. */
  readonly toLines: (parquet: string) => Promise<string>;
  /** A longer line is no event. */
  readonly maxLineBytes: number;
  /** Called with the number of further bytes of files that are done. */
  readonly onProgress: (bytes: number) => void;
}

/** Yields the lines of the files, one after the other; empty lines are left out. */
export async function* readExportFiles(
  files: readonly ExportFile[],
  options: LineOptions,
): AsyncGenerator<ExportedLine> {
  for (const file of files) {
    const isParquet = PARQUET.test(file.name);
    const path = isParquet ? await options.toLines(file.path) : file.path;
    let number = 0;
    for await (const line of readLines(path, isParquet ? () => {} : options.onProgress, options.maxLineBytes)) {
      number += 1;
      const text = line === null ? null : line.toString();
      if (text?.trim() !== "") yield { text, location: `${file.name}:${number}` };
    }
    if (!isParquet) continue;
    await rm(path);
    options.onProgress(file.bytes);
  }
}

/** Yields the lines of a file, unpacked; null for one that is too long, which is not kept in memory. */
async function* readLines(
  path: string,
  onRead: (bytes: number) => void,
  maxBytes: number,
): AsyncGenerator<Buffer | null> {
  let parts: Buffer[] = [];
  let bytes = 0;
  const take = () => {
    const line = bytes > maxBytes ? null : Buffer.concat(parts);
    parts = [];
    bytes = 0;
    return line;
  };
  const add = (part: Buffer) => {
    bytes += part.byteLength;
    if (bytes <= maxBytes) parts.push(part);
    else parts = [];
  };
  for await (const chunk of unpacked(path, onRead)) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  if (bytes > 0) yield take();
}

async function* unpacked(path: string, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  file.on("data", (chunk) => onRead(chunk.length));
  const unpacker = path.endsWith(".gz") ? createGunzip() : path.endsWith(".br") ? createBrotliDecompress() : null;
  if (unpacker) file.once("error", (error) => unpacker.destroy(error));
  try {
    yield* unpacker ? file.pipe(unpacker) : file;
  } catch (error) {
    throw new CommandFailure(`${path} cannot be read: ${(error as Error).message}.`);
  } finally {
    file.destroy();
  }
}
