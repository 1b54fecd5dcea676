import assert from "node:assert/strict";
import { pollUntil } from "../retry.ts";

const INTERVAL_MS = 20;
/** Long enough for a busy machine. */
const TIMEOUT_MS = 30_000;

/** Waits until the condition holds. Fails after 30 seconds. */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  if (!(await pollUntil(condition, { intervalMs: INTERVAL_MS, timeoutMs: TIMEOUT_MS }))) {
    assert.fail(`This did not become true within ${TIMEOUT_MS} ms: ${condition}`);
  }
}
