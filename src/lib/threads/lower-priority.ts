import { getPriority, setPriority } from "node:os";

const STEPS = 10;
const LOWEST = 19;

/** Has requests answered before the work of a process that this one started, if it could be started. */
export function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(getPriority() + STEPS, LOWEST));
  } catch {
    // Not allowed here: then they share the processor.
  }
}
