import { mkdir, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { sqlText } from "../../questions/history/duckdb-process.ts";
import { CommandFailure } from "../cli-context.ts";
import { removeAbandoned, requireDuckdb, startDuckdb } from "./work-folders.ts";

const FOLDER = /^import-(\d+)$/;
/** Columns that are read; nothing is stored of others. */
const COLUMNS = ["uuid", "event", "distinct_id", "timestamp", "properties", "set", "set_once", "$set", "$set_once"];

export class ParquetLines {
  readonly #folder: string;
  readonly #dataDir: string;
  #files = 0;

  constructor(dataDir: string) {
    this.#dataDir = resolve(dataDir);
    this.#folder = join(this.#dataDir, `import-${process.pid}`);
  }

  /** Returns the path of a new file with a line for each row, in the order of the rows. */
  async convert(parquet: string): Promise<string> {
    requireDuckdb("Files are in Parquet");
    const source = resolve(parquet);
    await removeAbandoned(this.#dataDir, FOLDER);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    this.#files += 1;
    const path = join(this.#folder, `${this.#files}.jsonl`);
    const duckdb = startDuckdb(this.#folder, dirname(source));
    const rows = `read_parquet(${sqlText(source)})`;
    try {
      const described = await duckdb.run(`DESCRIBE SELECT * FROM ${rows}`);
      const present = described.map((row) => String(row.column_name));
      const columns = COLUMNS.filter((name) => present.includes(name)).map((name) => `"${name}"`);
      if (columns.length === 0) throw new Error("it has no column of events");
      await duckdb.run(`COPY (SELECT ${columns.join(", ")} FROM ${rows}) TO ${sqlText(path)} (FORMAT json)`);
      return path;
    } catch (error) {
      throw new CommandFailure(`${parquet} cannot be read: ${(error as Error).message.split("\n")[0]}.`);
    } finally {
      duckdb.close();
    }
  }

  close(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }
}
