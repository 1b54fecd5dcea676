import { setTimeout as sleep } from "node:timers/promises";
import { ProgressBar } from "../progress-bar.ts";
import type { Attack } from "./attack.ts";
import type { FuzzCase } from "./generate/fuzz-case.ts";
import { casesInFlight, printWaits, problemsOf } from "./print-findings.ts";
import type { AttackedService } from "./service.ts";
import type { Bystander } from "./watch/bystander.ts";

/** An attacked service and its second client. */
export interface Watched {
  readonly attack: Attack;
  readonly bystander: Bystander;
  readonly maxWaitMs: number;
  /** The cases that were in flight during each wait that was too long. */
  readonly suspects: (readonly FuzzCase[])[];
  readonly service: AttackedService;
}

/** How long the second client is alone before the attack, and after each wave. */
export const CALM_MS = 3000;
const LOOK_INTERVAL_MS = 1000;

/** Sends until the time is over or the service has ended, and some time more only looks. Returns what is wrong. */
export async function runWave(
  name: string,
  watched: Watched,
  send: (stop: AbortSignal) => Promise<void>,
  durationMs: number,
): Promise<string[]> {
  const { attack, bystander, maxWaitMs, service } = watched;
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), durationMs);
  const state = { isOver: false };
  const sending = send(stop.signal).finally(() => {
    state.isOver = true;
  });
  const progress = new ProgressBar(durationMs);
  const wrong: string[] = [];
  let longestMs = 0;
  const look = async () => {
    const report = await bystander.report();
    longestMs = Math.max(longestMs, report.longestMs);
    const slow = report.slow.filter(({ waitMs }) => waitMs > maxWaitMs);
    watched.suspects.push(...slow.map(({ from, to }) => attack.inFlight(from, to)));
    wrong.push(...problemsOf({ ...report, slow }, attack));
    progress.show(`${attack.count} cases, longest wait ${longestMs} ms, ${wrong.length} problems`);
  };
  while (!state.isOver && service.isRunning()) {
    await Promise.race([sleep(LOOK_INTERVAL_MS), sending]);
    await look();
  }
  clearTimeout(timer);
  stop.abort();
  await sending;
  await sleep(CALM_MS);
  await look();
  progress.clear();
  printWaits(name, longestMs);
  if (!service.isRunning()) {
    const now = Date.now();
    wrong.push(`The service ended. Last cases: ${casesInFlight(attack, now - 2 * CALM_MS, now)}`, service.logTail());
  }
  return wrong;
}
