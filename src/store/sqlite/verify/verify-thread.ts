import { parentPort } from "node:worker_threads";
import { connect } from "../../../lib/threads/channel.ts";
import { reportDamage } from "./damage.ts";
import { verifyDatabase } from "./verify-database.ts";

/** What the thread offers. */
export interface VerifyThread {
  /** Verifies a database; throws if it cannot be read. `statement` is one that failed, or empty. */
  verify(file: string, statement: string): Promise<void>;
  /** Ends that after the step under way. */
  stop(): void;
}

if (parentPort) {
  const stopping = new AbortController();
  connect(parentPort, {
    async verify(file, statement) {
      const onProblem = (problem: string) => reportDamage({ file, problem, statement: "" });
      await verifyDatabase(file, { statement, onProblem, signal: stopping.signal });
    },
    stop: () => stopping.abort(),
  } satisfies VerifyThread);
}
