import { type FileHandle, open } from "node:fs/promises";

const BUFFER_BYTES = 256 * 1024;

export class LineFile {
  readonly path: string;
  bytes = 0;
  longest = 0;
  readonly #file: FileHandle;
  #buffered: string[] = [];
  #bufferedBytes = 0;

  private constructor(path: string, file: FileHandle) {
    this.path = path;
    this.#file = file;
  }

  static async open(path: string): Promise<LineFile> {
    return new LineFile(path, await open(path, "wx", 0o600));
  }

  /** Adds one line or many; `longest` counts them together. */
  async add(lines: string): Promise<void> {
    const bytes = Buffer.byteLength(lines);
    this.bytes += bytes;
    this.longest = Math.max(this.longest, bytes);
    this.#buffered.push(lines);
    this.#bufferedBytes += bytes;
    if (this.#bufferedBytes >= BUFFER_BYTES) await this.flush();
  }

  async flush(): Promise<void> {
    const text = this.#buffered.join("");
    this.#buffered = [];
    this.#bufferedBytes = 0;
    await this.#file.appendFile(text);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
