import assert from "node:assert/strict";
import { pollUntil } from "../threads/retry.ts";

const INTERVAL_MS = 20;
/** Long enough for a machine that needs a minute to start a process, and has much else to do. */
const TIMEOUT_MS = 180_000;

/** Waits until the condition holds. Fails after three minutes, with what `output` returns then. */
export async function waitUntil(condition: () => boolean | Promise<boolean>, output = () => ""): Promise<void> {
  if (!(await pollUntil(condition, { intervalMs: INTERVAL_MS, timeoutMs: TIMEOUT_MS }))) {
    assert.fail(`This did not become true within ${TIMEOUT_MS} ms: ${condition}\n${output()}`);
  }
}
