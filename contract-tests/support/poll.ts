import { setTimeout as pause } from "node:timers/promises";
import { ContractViolation } from "../contract/check-response.ts";

const POLL_INTERVAL_MS = 25;
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
  for (const end = Date.now() + timeoutMs; Date.now() < end; await pause(POLL_INTERVAL_MS)) {
    try {
      const found = await look();
      if (found !== undefined && found !== false && found !== null) return found;
    } catch (error) {
      if (error instanceof ContractViolation) throw error;
      reason = error;
    }
  }
  throw new Error(`Not within ${timeoutMs} ms: ${what}`, { cause: reason });
}
