import { rm } from "node:fs/promises";
import { join } from "node:path";
import { eventToJsonLine } from "../../ingest/json-lines.ts";
import type { DuckdbProcess } from "../../questions/history/duckdb-process.ts";
import { readLines, writeAll } from "../../questions/history/event-columns.ts";
import { LineFile } from "../../questions/history/line-file.ts";
import { eventLine } from "../../store/event-lines.ts";
import type { StoredEvent } from "../../store/ports/events.ts";
import { csvLine } from "../csv-line.ts";
import { requireDuckdb, startDuckdb } from "./work-folders.ts";

export const FORMATS = ["jsonl", "csv", "parquet"] as const;
export type Format = (typeof FORMATS)[number];

export const CSV_COLUMNS = ["uuid", "event", "distinct_id", "timestamp", "received_at", "properties"];
const LINE_OF: Readonly<Record<Format, (event: StoredEvent) => string>> = {
  jsonl: eventToJsonLine,
  csv: ({ uuid, event, distinctId, timestamp, receivedAt, properties }) =>
    csvLine([uuid, event, distinctId, isoTime(timestamp), isoTime(receivedAt), properties]),
  parquet: eventLine,
};

export class PartFiles {
  readonly format: Format;
  readonly #folder: string;
  #duckdb: DuckdbProcess | undefined;
  #names = 0;

  /** Throws if the format needs a package that is not installed. */
  constructor(format: Format, folder: string) {
    if (format === "parquet") requireDuckdb("--format parquet is not available");
    this.format = format;
    this.#folder = folder;
  }

  async open(): Promise<PartFile> {
    const lines = await LineFile.open(this.newPath());
    if (this.format === "csv") await lines.add(csvLine(CSV_COLUMNS));
    return new PartFile(this.format, lines, (file) => this.#complete(file));
  }

  newPath(): string {
    this.#names += 1;
    return join(this.#folder, String(this.#names));
  }

  close(): void {
    this.#duckdb?.close();
  }

  async #complete(lines: LineFile): Promise<string> {
    if (this.format !== "parquet") return lines.path;
    this.#duckdb ??= startDuckdb(this.#folder);
    const path = this.newPath();
    await this.#duckdb.run(readLines(lines));
    await this.#duckdb.run(writeAll(path));
    await this.#duckdb.run("DROP TABLE batch");
    await rm(lines.path);
    return path;
  }
}

export class PartFile {
  events = 0;
  readonly #format: Format;
  readonly #lines: LineFile;
  readonly #convert: (lines: LineFile) => Promise<string>;

  constructor(format: Format, lines: LineFile, convert: (lines: LineFile) => Promise<string>) {
    this.#format = format;
    this.#lines = lines;
    this.#convert = convert;
  }

  get bytes(): number {
    return this.#lines.bytes;
  }

  async add(event: StoredEvent): Promise<void> {
    await this.#lines.add(LINE_OF[this.#format](event));
    this.events += 1;
  }

  /** Completes the file and returns its path. */
  async complete(): Promise<string> {
    await this.#lines.flush();
    await this.#lines.close();
    return this.#convert(this.#lines);
  }

  async discard(): Promise<void> {
    await this.#lines.close();
    await rm(this.#lines.path, { force: true });
  }
}

const isoTime = (millis: number) => new Date(millis).toISOString();
