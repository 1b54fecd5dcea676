import { setTimeout as pause } from "node:timers/promises";
import { ContractViolation } from "../contract/check-response.ts";

const POLL_INTERVAL_MS = 25;

/**
 * What `look` gives as soon as it gives something; throws when it did not within the patience, with the last reason why
 * not, and at once where an answer breaks the contract, which no waiting mends.
 */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined | false | null>,
  patienceMs = 30_000,
): Promise<T> {
  let reason: unknown;
  for (const end = Date.now() + patienceMs; Date.now() < end; await pause(POLL_INTERVAL_MS)) {
    try {
      const found = await look();
      if (found !== undefined && found !== false && found !== null) return found;
    } catch (error) {
      if (error instanceof ContractViolation) throw error;
      reason = error;
    }
  }
  throw new Error(`Not within ${patienceMs} ms: ${what}`, { cause: reason });
}
