import { createRequire } from "node:module";
import { startChild } from "../../lib/threads/start-child.ts";
import { PROPERTY_MACROS } from "../engine/dialect/half-pairs.ts";

export interface DuckdbOptions {
  /** The folders that statements may read and write. */
  readonly folders: readonly string[];
  /** For what does not fit into memory. */
  readonly temporary: string;
  readonly memoryBytes: number;
}

export type Row = Readonly<Record<string, unknown>>;

/** The methods of the process. */
export interface DuckdbMethods {
  /** Executes a statement and returns its rows, with numbers of 64 bits as texts. */
  run(settings: string, sql: string): Promise<Row[]>;
}

/** DuckDB in a process of its own, without secrets and with access to some folders only. */
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

  /** Executes a statement and returns its rows. Throws if the statement fails or the process ends. */
  run(sql: string): Promise<Row[]> {
    return this.#child.remote.run(this.#settings, sql);
  }

  close(): void {
    this.#child.process.kill("SIGKILL");
  }
}

/** Returns whether the optional package is installed that writes and reads history files. */
export function hasDuckdb(): boolean {
  try {
    createRequire(import.meta.url).resolve("@duckdb/node-api");
    return true;
  } catch {
    return false;
  }
}

/** Returns a text as SQL. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
