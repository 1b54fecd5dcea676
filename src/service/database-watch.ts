import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { JOURNAL_FILE } from "../ingest/journal/open-journal.ts";
import { type PeriodicTask, startPeriodic } from "../lib/threads/retry.ts";
import { startChild } from "../lib/threads/start-child.ts";
import type { Config } from "../settings/config.ts";
import { SQLITE_COPY_FILE } from "../store/sqlite/copy-database.ts";
import { type Damage, describeDamage, watchDamage } from "../store/sqlite/sqlite-errors.ts";
import type { VerifyProcess } from "../store/sqlite/verify-process.ts";

export type DatabaseName = "documents" | "journal";

export interface DatabaseState {
  /** Stays true until the process ends, because only a restored file is intact again. */
  readonly isDamaged: boolean;
  /** End of the last complete verification; null if none has ended yet. */
  readonly verifiedAt: number | null;
}

export function databaseFiles({ DATA_DIR, MONGODB_URL }: Config): ReadonlyMap<string, DatabaseName> {
  const journal = [join(DATA_DIR, JOURNAL_FILE), "journal"] as const;
  const documents = [join(DATA_DIR, SQLITE_COPY_FILE), "documents"] as const;
  return new Map(MONGODB_URL === "" ? [documents, journal] : [journal]);
}

/** Delay at the start, which has more urgent work. */
const DELAY_MS = 2000;
/** Pauses are up to a quarter longer or shorter, so that a verification begins at least once a day. */
const INTERVAL_MS = 18 * 3600 * 1000;

/** Verifies the databases of this node once a day, and one at once when a statement fails because of its damage. */
export class DatabaseWatch {
  readonly #files: ReadonlyMap<string, DatabaseName>;
  readonly #log: Logger;
  readonly #damaged = new Set<DatabaseName>();
  readonly #verifiedAt = new Map<DatabaseName, number>();
  readonly #stopping = new AbortController();
  readonly #unwatch: () => void;
  readonly #periodic: PeriodicTask;
  readonly #urgent = new Set<Promise<void>>();

  constructor(files: ReadonlyMap<string, DatabaseName>, log: Logger) {
    this.#files = files;
    this.#log = log;
    this.#unwatch = watchDamage((damage) => this.#onDamage(damage));
    const warn = (err: unknown) => {
      if (!this.#stopping.signal.aborted) log.warn({ err }, "the databases cannot be verified now");
    };
    this.#periodic = startPeriodic((signal) => this.#verifyAll(signal), INTERVAL_MS, warn);
  }

  states(): Map<DatabaseName, DatabaseState> {
    return new Map(
      [...this.#files.values()].map((name) => {
        const state = { isDamaged: this.#damaged.has(name), verifiedAt: this.#verifiedAt.get(name) ?? null };
        return [name, state];
      }),
    );
  }

  isDamaged(name: DatabaseName): boolean {
    return this.#damaged.has(name);
  }

  async close(): Promise<void> {
    this.#unwatch();
    this.#stopping.abort();
    await Promise.all([this.#periodic.stop(), ...this.#urgent]);
  }

  async #verifyAll(signal: AbortSignal): Promise<void> {
    await sleep(DELAY_MS, undefined, { signal });
    for (const [file, name] of this.#files) {
      await this.#verify(file, "", signal);
      if (!signal.aborted) this.#verifiedAt.set(name, Date.now());
    }
  }

  #onDamage(damage: Damage): void {
    const { file, problem, statement } = damage;
    const name = this.#files.get(file);
    if (name === undefined) return;
    this.#log.error({ database: name, problem }, describeDamage(damage));
    const isKnown = this.#damaged.has(name);
    this.#damaged.add(name);
    if (!isKnown && statement !== "") this.#verifyNow(file, statement);
  }

  /** Finds out which pages are damaged: SQLite does not say. */
  #verifyNow(file: string, statement: string): void {
    const run = this.#verify(file, statement, this.#stopping.signal).catch((err: unknown) => {
      this.#log.debug({ err }, "a damaged database cannot be read to its end");
    });
    this.#urgent.add(run);
  }

  async #verify(file: string, statement: string, signal: AbortSignal): Promise<void> {
    const problems = await verifyInProcess(file, statement, signal);
    if (problems.length > 0) this.#onDamage({ file, problem: problems.join("; "), statement: "" });
  }
}

/** Verifies in a process of low priority, which ends when `signal` aborts. Throws if the database cannot be read. */
async function verifyInProcess(file: string, statement: string, signal: AbortSignal): Promise<string[]> {
  if (signal.aborted) return [];
  const child = startChild<VerifyProcess>("store/sqlite/verify-process");
  const stop = () => void child.process.kill("SIGKILL");
  signal.addEventListener("abort", stop);
  try {
    return await child.remote.verify(file, statement);
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
  }
}
