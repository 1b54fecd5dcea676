import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { pipeline, type Readable, Transform } from "node:stream";
import type { Files } from "../store/ports/files.ts";

/** Readable by `sha256sum --check`, too. */
export const CHECKSUMS_FILE = "SHA256SUMS";
const MAX_LINE_CHARACTERS = 10_000;

export interface Checksum {
  /** Relative to the backup, with `/`. */
  readonly path: string;
  readonly sha256: string;
}

export type ChecksumWriter = Awaited<ReturnType<typeof createChecksums>>;

/** Creates the file, to which lines are added. */
export async function createChecksums(directory: string) {
  const file = await open(join(directory, CHECKSUMS_FILE), "wx");
  let writing: Promise<void> = Promise.resolve();
  let files = 0;
  return {
    /** Returns how many files were added. */
    files: () => files,

    /** May be called again before it resolves. */
    add({ path, sha256 }: Checksum): Promise<void> {
      files += 1;
      writing = writing.then(() => file.appendFile(`${sha256}  ${path}\n`));
      return writing;
    },

    finish: () => file.sync().finally(() => file.close()),
  };
}

export async function* readChecksums(directory: string): AsyncGenerator<Checksum> {
  let rest = "";
  for await (const chunk of createReadStream(join(directory, CHECKSUMS_FILE), "utf8")) {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > MAX_LINE_CHARACTERS) throw damagedError();
    for (const line of lines) yield parseLine(line);
  }
  if (rest !== "") throw damagedError();
}

function parseLine(line: string): Checksum {
  const [, sha256, path] = /^([0-9a-f]{64}) {2}([^/\0][^\0]*)$/.exec(line) ?? [];
  if (sha256 === undefined || path === undefined || path.split("/").includes("..")) throw damagedError();
  return { path, sha256 };
}

function damagedError(): Error {
  return new Error(`${CHECKSUMS_FILE} is damaged: it has a line without a checksum or path.`);
}

/** Passes bytes on unchanged, and counts and hashes them. */
export class HashingStream extends Transform {
  readonly #hash = createHash("sha256");
  bytes = 0;

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk);
    this.bytes += chunk.byteLength;
    done(null, chunk);
  }

  /** Returns hexadecimal digits. May be called once, after the last byte. */
  digest(): string {
    return this.#hash.digest("hex");
  }
}

/** Writes a file, and returns the SHA-256 of its content as hexadecimal digits. */
export async function putHashed(files: Pick<Files, "put">, key: string, content: Readable): Promise<string> {
  const hashing = new HashingStream();
  const hashed = pipeline(content, hashing, () => {}); // `put` sees errors
  await files.put(key, hashed);
  return hashing.digest();
}

/** Hashes a whole file. Calls `advance` with the bytes read since the last call. Throws the system's error. */
export async function hashFile(path: string, advance: (bytes: number) => void = () => {}): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    hash.update(chunk);
    advance(chunk.length);
  }
  return hash.digest("hex");
}
