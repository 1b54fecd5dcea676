import { rm } from "node:fs/promises";
import { join } from "node:path";
import { eventToJsonLine } from "../../ingest/json-lines.ts";
import type { DuckdbProcess } from "../../questions/history/duckdb-process.ts";
import { readLines, writeAll } from "../../questions/history/event-columns.ts";
import { LineFile } from "../../questions/history/line-file.ts";
import { eventLine } from "../../store/event-lines.ts";
import type { StoredEvent } from "../../store/ports/events.ts";
import { csvLine } from "../output.ts";
import { startDuckdb } from "./work-folders.ts";

export const FORMATS = ["jsonl", "csv", "parquet"] as const;
export type Format = (typeof FORMATS)[number];

export const CSV_COLUMNS = ["uuid", "event", "distinct_id", "timestamp", "received_at", "properties"];
const LINE_OF: Readonly<Record<Format, (event: StoredEvent) => string>> = {
  jsonl: eventToJsonLine,
  csv: ({ uuid, event, distinctId, timestamp, receivedAt, properties }) =>
    csvLine([uuid, event, distinctId, isoTime(timestamp), isoTime(receivedAt), properties]),
  parquet: eventLine,
};

/** A file of events before it is complete. */
export interface PartFile {
  readonly events: number;
  readonly bytes: number;
  add(event: StoredEvent): Promise<void>;
  /** Completes the file and returns its path. */
  complete(): Promise<string>;
  discard(): Promise<void>;
}

export class PartFiles {
  readonly format: Format;
  readonly #folder: string;
  #duckdb: DuckdbProcess | undefined;
  #names = 0;

  constructor(format: Format, folder: string) {
    this.format = format;
    this.#folder = folder;
  }

  async open(): Promise<PartFile> {
    const lines = await LineFile.open(this.newPath());
    if (this.format === "csv") await lines.add(csvLine(CSV_COLUMNS));
    let events = 0;
    return {
      get events() {
        return events;
      },
      get bytes() {
        return lines.bytes;
      },
      add: async (event) => {
        await lines.add(LINE_OF[this.format](event));
        events += 1;
      },
      complete: async () => {
        await lines.flush();
        await lines.close();
        return this.format === "parquet" ? this.#toParquet(lines) : lines.path;
      },
      discard: async () => {
        await lines.close();
        await rm(lines.path, { force: true });
      },
    };
  }

  newPath(): string {
    this.#names += 1;
    return join(this.#folder, String(this.#names));
  }

  close(): void {
    this.#duckdb?.close();
  }

  async #toParquet(lines: LineFile): Promise<string> {
    this.#duckdb ??= startDuckdb(this.#folder);
    const path = this.newPath();
    for (const statement of [readLines(lines), writeAll(path), "DROP TABLE batch"]) await this.#duckdb.run(statement);
    await rm(lines.path);
    return path;
  }
}

const isoTime = (millis: number) => new Date(millis).toISOString();
