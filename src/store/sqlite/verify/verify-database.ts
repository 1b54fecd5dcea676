import { setTimeout as sleep } from "node:timers/promises";
import { openToRead } from "./inspect-database.ts";
import { findProblems, PageWalk } from "./page-walk.ts";

export interface VerifyOptions {
  /** A statement that failed: its tables are read first. */
  readonly statement: string;
  /** Called with what is wrong, once for each table and its indexes. */
  readonly onProblem: (problem: string) => void;
  readonly signal: AbortSignal;
  /** Waits between two steps. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const STEP_PAGES = 128;
/** Reads 170 GB a day. A page of 4 KB takes about 13 µs, so this takes about a hundredth of a core. */
const BYTES_PER_SECOND = 2 * 1024 * 1024;
/** On slow disks and machines, the part of the time that is spent reading. */
const MAX_SHARE = 0.1;

/**
 * Reads all of a database once, slowly, while others use it, and reports what is wrong. Throws if it cannot be read;
 * what SQLite itself recognizes as damage is reported by its connection.
 */
export async function verifyDatabase(
  file: string,
  { statement, onProblem, signal, pause = pauseUnlessAborted }: VerifyOptions,
): Promise<void> {
  const connection = openToRead(file);
  try {
    const { bytes } = connection.one<{ bytes: number }>("SELECT page_size AS bytes FROM pragma_page_size");
    const walk = new PageWalk(connection, { statement });
    while (!walk.isComplete && !signal.aborted) {
      const begin = performance.now();
      const { pages, suspicions } = connection.transaction(() => walk.step(STEP_PAGES), "BEGIN");
      for (const table of new Set(suspicions.map(({ tree }) => tree.table))) {
        walk.skip(table);
        const problems = findProblems(connection, table);
        if (problems.length > 0) onProblem(problems.join("; "));
      }
      const ms = performance.now() - begin;
      const pauseMs = Math.max((pages * bytes * 1000) / BYTES_PER_SECOND, ms / MAX_SHARE) - ms;
      await pause(pauseMs, signal);
    }
  } finally {
    connection.close();
  }
}

async function pauseUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
