import type { Millis } from "./ports/common.ts";
import type { Finding } from "./ports/diagnosis.ts";

/** Timestamps of events are noticeably wrong from here on. */
const WARNING_MS = 5000;
/** S3 refuses requests from here on, and claims on sessions expire early. */
const FAULT_MS = 5 * 60_000;

/** Compares another machine's clock with ours, ignoring up to `roundTripMs`, the time that the reading took. */
export function clockFinding(theirs: Millis, ours: Millis, roundTripMs: number): Finding {
  const subject = "clock";
  const differenceMs = Math.max(0, Math.abs(theirs - ours) - roundTripMs);
  const seconds = (differenceMs / 1000).toFixed(1);
  if (differenceMs < WARNING_MS) return { subject, state: "ok", text: `less than ${WARNING_MS / 1000} s apart` };
  const state = differenceMs < FAULT_MS ? "warning" : "fault";
  const behind = theirs > ours ? "behind" : "ahead of";
  return { subject, state, text: `this machine is ${seconds} s ${behind} it: synchronize the clocks of both (NTP)` };
}
