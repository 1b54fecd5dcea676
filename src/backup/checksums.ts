import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { Transform } from "node:stream";
import { finished } from "node:stream/promises";

/** The list of a backup's files. `sha256sum --check` reads it, too. */
export const CHECKSUMS_FILE = "SHA256SUMS";

export interface Checksum {
  /** Relative to the backup, with `/`. */
  readonly path: string;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** Writes the list of checksums, one by one. */
export class ChecksumWriter {
  readonly #file: FileHandle;
  files = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(directory: string): Promise<ChecksumWriter> {
    return new ChecksumWriter(await open(join(directory, CHECKSUMS_FILE), "wx"));
  }

  async add({ path, sha256 }: Checksum): Promise<void> {
    await this.#file.appendFile(`${sha256}  ${path}\n`);
    this.files += 1;
  }

  /** Syncs the list. */
  async finish(): Promise<void> {
    await this.#file.sync();
    await this.close();
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

/** Yields the checksums of a backup. Throws if the list is damaged. */
export async function* readChecksums(directory: string): AsyncGenerator<Checksum> {
  const lines = createInterface({ input: createReadStream(join(directory, CHECKSUMS_FILE), "utf8"), crlfDelay: 0 });
  for await (const line of lines) {
    const [, sha256, path] = /^([0-9a-f]{64}) {2}([^/\0][^\0]*)$/.exec(line) ?? [];
    if (sha256 === undefined || path === undefined || path.split("/").includes("..")) {
      throw new Error(`${CHECKSUMS_FILE} is damaged: it has a line without a checksum or path.`);
    }
    yield { path, sha256 };
  }
}

/** Passes bytes on unchanged, and knows their number and checksum when all have passed. */
export class HashingStream extends Transform {
  readonly #hash = createHash("sha256");
  bytes = 0;

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk);
    this.bytes += chunk.byteLength;
    done(null, chunk);
  }

  /** Returns the checksum in hexadecimal. May be called once, after the last byte. */
  digest(): string {
    return this.#hash.digest("hex");
  }
}

/** Reads a whole file. Calls `advance` with the bytes read since the last call. Throws the system's error. */
export async function hashFile(path: string, advance: (bytes: number) => void = () => {}): Promise<string> {
  const hash = createHash("sha256");
  const stream = createReadStream(path, { highWaterMark: 1024 * 1024 });
  stream.on("data", (chunk) => {
    hash.update(chunk);
    advance(chunk.length);
  });
  await finished(stream);
  return hash.digest("hex");
}
