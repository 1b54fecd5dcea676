import { type ChildProcess, fork } from "node:child_process";
import { createRequire } from "node:module";
import { CODE_FOLDER } from "../../lib/code-folder.ts";
import { lowerPriority } from "../../lib/threads/lower-priority.ts";
import { PROPERTY_MACROS } from "../engine/dialect/half-pairs.ts";

export interface DuckdbOptions {
  /** The folders that statements may read and write. */
  readonly folders: readonly string[];
  /** For what does not fit into memory. */
  readonly temporary: string;
  readonly memoryBytes: number;
}

export type Row = Readonly<Record<string, unknown>>;

interface Waiting {
  readonly resolve: (rows: Row[]) => void;
  readonly reject: (error: Error) => void;
}

interface Reply {
  readonly id: number;
  readonly rows?: Row[];
  readonly error?: string;
}

/** DuckDB in a process of its own, without secrets and with access to some folders only. */
export class DuckdbProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #failure: Error | null = null;
  #calls = 0;

  constructor({ folders, temporary, memoryBytes }: DuckdbOptions) {
    const inCheckout = import.meta.url.endsWith(".ts");
    const module = new URL(`questions/history/duckdb-child.${inCheckout ? "ts" : "js"}`, CODE_FOLDER);
    const settings = `
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
    this.#child = fork(module, [settings], {
      env: {},
      execArgv: inCheckout ? ["--import", import.meta.resolve("tsx")] : [],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.#child.on("message", (reply: Reply) => this.#settle(reply));
    this.#child.on("error", (error) => this.#fail(error));
    this.#child.on("exit", (code, signal) => this.#fail(new Error(`The DuckDB process ended (${code ?? signal}).`)));
    lowerPriority(this.#child.pid);
  }

  /** Executes a statement and returns its rows. Throws if the statement fails or the process ends. */
  run(sql: string): Promise<Row[]> {
    if (this.#failure) return Promise.reject(this.#failure);
    const id = ++this.#calls;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#child.send({ id, sql }, (error) => error && this.#fail(error));
    });
  }

  close(): void {
    this.#child.kill("SIGKILL");
    this.#fail(new Error("The DuckDB process was closed."));
  }

  #settle({ id, rows, error }: Reply): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (rows) waiting?.resolve(rows);
    else waiting?.reject(new Error(error));
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#failure);
    this.#waiting.clear();
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
