import { setTimeout as pause } from "node:timers/promises";
import { ContractViolation } from "../contract/check-response.ts";

/** What takes long need not be seen at once. */
const PAUSE_PER_WAITED = 0.15;
const MIN_PAUSE_MS = 25;
const MAX_PAUSE_MS = 250;
/** Long enough for a machine that has much else to do. */
const TIMEOUT_MS = 180_000;

/**
 * Polls until `look` returns a value or true, and returns it. Throws after the timeout, with the last error of `look`
 * as the cause, and immediately on a contract violation, which does not go away.
 */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined | false | null>,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  let reason: unknown;
  const start = Date.now();
  for (let waited = 0; waited < timeoutMs; waited = Date.now() - start) {
    try {
      const found = await look();
      if (found !== undefined && found !== false && found !== null) return found;
    } catch (error) {
      if (error instanceof ContractViolation) throw error;
      reason = error;
    }
    await pause(Math.min(Math.max((Date.now() - start) * PAUSE_PER_WAITED, MIN_PAUSE_MS), MAX_PAUSE_MS));
  }
  throw new Error(`Not within ${timeoutMs} ms: ${what}`, { cause: reason });
}
