import { once } from "node:events";
import { statSync } from "node:fs";
import { startThread } from "../../lib/threads/start-thread.ts";
import type { CopyEvents } from "../ports/document-copies.ts";

export interface CopyDatabaseData {
  readonly from: string;
  readonly to: string;
}

const POLL_INTERVAL_MS = 100;
const MB = 1e6;

/** Copies a database as it is at one moment; SQLite's backup API restarts at each write. Progress is in MB. */
export async function copyDatabase({ from, to }: CopyDatabaseData, { advance, onFixed }: CopyEvents): Promise<void> {
  const thread = startThread("store/sqlite/copy-database-thread", { from, to } satisfies CopyDatabaseData);
  let [isFixed, reported] = [false, 0];
  const report = () => {
    const size = statSync(to, { throwIfNoEntry: false })?.size ?? 0;
    if (size > 0 && !isFixed) onFixed();
    isFixed ||= size > 0;
    advance(Math.floor(size / MB) - reported);
    reported = Math.floor(size / MB);
  };
  const polling = setInterval(report, POLL_INTERVAL_MS);
  try {
    await once(thread, "exit"); // rejects at an error of the thread
    report();
  } finally {
    clearInterval(polling);
  }
}
