import assert from "node:assert/strict";
import { pollUntil } from "../threads/retry.ts";

const INTERVAL_MS = 20;
/** Long enough for a machine that needs half a minute to start a process. */
const TIMEOUT_MS = 60_000;

/** Waits until the condition holds. Fails after 60 seconds, with what `output` returns then. */
export async function waitUntil(condition: () => boolean | Promise<boolean>, output = () => ""): Promise<void> {
  if (!(await pollUntil(condition, { intervalMs: INTERVAL_MS, timeoutMs: TIMEOUT_MS }))) {
    assert.fail(`This did not become true within ${TIMEOUT_MS} ms: ${condition}\n${output()}`);
  }
}
