import { connect } from "../../../lib/threads/channel.ts";
import { endThread, onThreadExit, startThread } from "../../../lib/threads/start-thread.ts";
import type { VerifyThread } from "./verify-thread.ts";

/**
 * Verifies a database in a thread of its own, slowly, and begins with the tables that a statement names. Damage is
 * reported to all threads: see `watchDamage`. Throws if the file cannot be read.
 */
export async function verifyInThread(file: string, statement: string, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const thread = startThread("store/sqlite/verify/verify-thread", null, { youngMb: 1 });
  const { remote, fail } = connect<VerifyThread>(thread);
  onThreadExit(thread, "verification", fail);
  const stop = () => void remote.stop().catch(() => undefined);
  signal.addEventListener("abort", stop);
  try {
    await remote.verify(file, statement);
  } finally {
    signal.removeEventListener("abort", stop);
    await endThread(thread);
  }
}
