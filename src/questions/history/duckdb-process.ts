import { startChild } from "../../lib/threads/start-child.ts";
import { PROPERTY_MACROS } from "../engine/dialect/half-pairs.ts";

export interface DuckdbOptions {
  /** The only folders that statements may read and write. */
  readonly folders: readonly string[];
  /** The folder for data that does not fit into memory. */
  readonly temporary: string;
  readonly memoryBytes: number;
}

export type Row = Readonly<Record<string, unknown>>;

export interface DuckdbMethods {
  /** Returns rows with 64-bit numbers as texts. */
  run(settings: string, sql: string): Promise<Row[]>;
}

/** DuckDB in a process without secrets, which can access only some folders. */
export class DuckdbProcess {
  readonly #child = startChild<DuckdbMethods>("questions/history/duckdb-child");
  readonly #settings: string;

  constructor({ folders, temporary, memoryBytes }: DuckdbOptions) {
    this.#settings = `
      SET threads = 1;
      SET memory_limit = '${Math.floor(memoryBytes / 1024)}KiB';
      SET temp_directory = ${sqlText(temporary)};
      SET preserve_insertion_order = false;
      SET autoinstall_known_extensions = false;
      SET autoload_known_extensions = false;
      SET TimeZone = 'UTC';
      ${PROPERTY_MACROS.join(";")};
      SET allowed_directories = [${folders.map((folder) => sqlText(`${folder}/`)).join()}];
      SET enable_external_access = false;
      SET lock_configuration = true`;
  }

  /** Throws if the statement fails or the process ends. */
  run(sql: string): Promise<Row[]> {
    return this.#child.remote.run(this.#settings, sql);
  }

  close(): void {
    this.#child.process.kill("SIGKILL");
  }
}

export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
