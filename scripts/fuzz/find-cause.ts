import { setTimeout as sleep } from "node:timers/promises";
import type { FuzzCase } from "./generate/fuzz-case.ts";
import type { Watched } from "./run-wave.ts";

const MAX_ALONE = 16;
/** Alone, a case makes the second client wait less than it did among others. */
const SHARE_OF_MAX_WAIT = 0.5;
const SETTLE_MS = 300;

/** Repeats cases that were in flight during a long wait, together and alone. Returns what that shows, in a sentence. */
export async function findCause(suspects: readonly FuzzCase[], watched: Watched): Promise<string> {
  const together = await waitDuring(suspects, watched);
  if (together < watched.maxWaitMs * SHARE_OF_MAX_WAIT) return `Repeated together, they made it wait ${together} ms.`;
  const causes: string[] = [];
  for (const suspect of suspects.slice(-MAX_ALONE)) {
    const waitMs = await waitDuring([suspect], watched);
    if (waitMs >= watched.maxWaitMs * SHARE_OF_MAX_WAIT)
      causes.push(`${waitMs} ms: --replay ${suspect.seed}  ${suspect.title}`);
  }
  const list = causes.length === 0 ? "none of them alone" : causes.join("\n    ");
  return `Repeated together, they made it wait ${together} ms; alone:\n    ${list}`;
}

async function waitDuring(cases: readonly FuzzCase[], { attack, bystander }: Watched): Promise<number> {
  await bystander.report();
  await attack.replay(cases.map(({ seed }) => seed));
  await sleep(SETTLE_MS);
  return (await bystander.report()).longestMs;
}
