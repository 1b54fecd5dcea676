import type { Millis } from "./ports/common.ts";
import type { Finding } from "./ports/diagnosis.ts";

/** Beyond it, times of events are noticeably wrong. */
const WARNING_MS = 5000;
/** Beyond it, S3 refuses requests, and claims on sessions end before they should. */
const FAULT_MS = 5 * 60_000;

/** What another machine's clock says of ours; `roundTripMs` is how long the question took. */
export function clockFinding(theirs: Millis, ours: Millis, roundTripMs: number): Finding {
  const subject = "clock";
  const apart = Math.max(0, Math.abs(theirs - ours) - roundTripMs);
  const seconds = (apart / 1000).toFixed(1);
  if (apart < WARNING_MS) return { subject, state: "ok", text: `less than ${WARNING_MS / 1000} s apart` };
  const state = apart < FAULT_MS ? "warning" : "fault";
  const behind = theirs > ours ? "behind" : "ahead of";
  return { subject, state, text: `this machine is ${seconds} s ${behind} it: synchronize the clocks of both (NTP)` };
}
