import { join } from "node:path";
import { startChild } from "../../lib/threads/start-child.ts";
import { PROPERTY_MACROS } from "../engine/half-pairs.ts";

const MEMORY_BYTES = 384 * 1024 * 1024;

export type Row = Readonly<Record<string, unknown>>;

export interface DuckdbMethods {
  /** Returns rows with 64-bit numbers as texts. */
  run(settings: string, sql: string): Promise<Row[]>;
}

/** Starts DuckDB, without secrets, for a folder, where it keeps what exceeds its memory, and for other folders. */
export function startDuckdb(workFolder: string, ...others: readonly string[]) {
  const child = startChild<DuckdbMethods>("questions/history/duckdb-child");
  const folders = [workFolder, ...others].map((folder) => sqlText(`${folder}/`));
  const settings = `
    SET threads = 1;
    SET memory_limit = '${MEMORY_BYTES / 1024}KiB';
    SET temp_directory = ${sqlText(join(workFolder, "spill"))};
    SET preserve_insertion_order = false;
    SET autoinstall_known_extensions = false;
    SET autoload_known_extensions = false;
    SET TimeZone = 'UTC';
    ${PROPERTY_MACROS.join(";")};
    SET allowed_directories = [${folders.join()}];
    SET enable_external_access = false;
    SET lock_configuration = true`;
  return {
    /** Throws if the statement fails or the process ends. */
    run: (sql: string): Promise<Row[]> => child.remote.run(settings, sql),
    close: () => void child.process.kill("SIGKILL"),
  };
}

export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
