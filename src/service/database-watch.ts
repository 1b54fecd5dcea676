import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { JOURNAL_FILE } from "../ingest/journal/open-journal.ts";
import { startPeriodic } from "../lib/threads/retry.ts";
import { startChild } from "../lib/threads/start-child.ts";
import type { Config } from "../settings/config.ts";
import { SQLITE_COPY_FILE } from "../store/sqlite/copy-database.ts";
import { type Damage, describeDamage, watchDamage } from "../store/sqlite/sqlite-errors.ts";
import type { VerifyProcess } from "../store/sqlite/verify-process.ts";

export type DatabaseName = "documents" | "journal";

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
export function watchDatabases(files: ReadonlyMap<string, DatabaseName>, log: Logger) {
  const damaged = new Set<DatabaseName>();
  const verifiedAt = new Map<DatabaseName, number>();
  const stopping = new AbortController();
  const urgent = new Set<Promise<void>>();
  const onDamage = (damage: Damage) => {
    const { file, problem, statement } = damage;
    const name = files.get(file);
    if (name === undefined) return;
    log.error({ database: name, problem }, describeDamage(damage));
    const isKnown = damaged.has(name);
    damaged.add(name);
    if (isKnown || statement === "") return;
    // Finds out which pages are damaged: SQLite does not say.
    const run = verify(file, statement, stopping.signal).catch((err: unknown) => {
      log.debug({ err }, "a damaged database cannot be read to its end");
    });
    urgent.add(run);
  };
  const verify = async (file: string, statement: string, signal: AbortSignal) => {
    const problems = await verifyInProcess(file, statement, signal);
    if (problems.length > 0) onDamage({ file, problem: problems.join("; "), statement: "" });
  };
  const verifyAll = async (signal: AbortSignal) => {
    await sleep(DELAY_MS, undefined, { signal });
    for (const [file, name] of files) {
      await verify(file, "", signal);
      if (!signal.aborted) verifiedAt.set(name, Date.now());
    }
  };
  const unwatch = watchDamage(onDamage);
  const periodic = startPeriodic(verifyAll, INTERVAL_MS, (err) => {
    if (!stopping.signal.aborted) log.warn({ err }, "the databases cannot be verified now");
  });
  /** `isDamaged` stays true until the process ends: only a restored file is intact. `verifiedAt` is null at first. */
  const stateOf = (name: DatabaseName) => ({ isDamaged: damaged.has(name), verifiedAt: verifiedAt.get(name) ?? null });
  return {
    states: () => new Map([...files.values()].map((name) => [name, stateOf(name)])),
    isDamaged: (name: DatabaseName) => damaged.has(name),
    async close() {
      unwatch();
      stopping.abort();
      await Promise.all([periodic.stop(), ...urgent]);
    },
  };
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
