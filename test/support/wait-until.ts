import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";

/** What takes long need not be seen at once: looks themselves take time of what is waited for. */
const PAUSE_PER_WAITED = 0.05;
const MIN_PAUSE_MS = 20;
const MAX_PAUSE_MS = 250;
/** Long enough for a machine that needs a minute to start a process, and has much else to do. */
const TIMEOUT_MS = 180_000;

/** Waits until the condition holds. Fails after three minutes, with what `output` returns then. */
export async function waitUntil(condition: () => boolean | Promise<boolean>, output = () => ""): Promise<void> {
  const start = performance.now();
  while (!(await condition())) {
    const waited = performance.now() - start;
    if (waited > TIMEOUT_MS) assert.fail(`This did not become true within ${TIMEOUT_MS} ms: ${condition}\n${output()}`);
    await pause(Math.min(Math.max(waited * PAUSE_PER_WAITED, MIN_PAUSE_MS), MAX_PAUSE_MS));
  }
}
