import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Millis } from "./ports/common.ts";
import type { Files } from "./ports/files.ts";
import type { Records } from "./ports/records.ts";
import { COUNTERS } from "./records/counters.ts";
import { HISTORY_LEFT } from "./records/history-kinds.ts";

export interface Finding {
  /** Such as `S3 bucket`. */
  readonly subject: string;
  /** `fault`: the service cannot work; `warning`: it can, but an operator should act. */
  readonly state: "ok" | "warning" | "fault";
  /** What was found and, unless `ok`, what to do: one line, without secrets. */
  readonly text: string;
}

/** Checks what one engine needs, and changes nothing. Never throws: failures are findings. */
export type Diagnose = () => Promise<Finding[]>;

/** Timestamps of events are noticeably wrong from here on. */
const WARNING_MS = 5000;
/** S3 refuses requests from here on, and claims on sessions expire early. */
const FAULT_MS = 5 * 60_000;

export function probeStore(records: Records): Promise<Finding> {
  return runProbe("write, read, remove a document", async () => {
    const name = `probe-${randomUUID()}`;
    await records.put(COUNTERS, { name, last: 0 });
    const found = await records.find(COUNTERS, { name });
    const removed = await records.delete(COUNTERS, { name });
    if (!found || !removed) throw new Error("what was written could not be read back.");
  });
}

/** Tells how far events have left a store, which still has `stored` events, for history files. */
export async function leftFinding(records: Pick<Records, "find">, stored: number): Promise<Finding> {
  const left = await records.find(HISTORY_LEFT, { name: "events" });
  const [inStore, gone] = [stored, left?.events ?? 0].map((count) => count.toLocaleString("en"));
  const until = left?.receivedUntil ? `, up to those received at ${new Date(left.receivedUntil).toISOString()}` : "";
  const text = `about ${inStore} in the database, ${gone} have left for history files${until}`;
  return { subject: "events", state: "ok", text };
}

export function probeFiles(files: Files): Promise<Finding> {
  return runProbe("write, read, list, remove a file", async () => {
    const key = `probe/${randomUUID()}`;
    await files.put(key, Readable.from([Buffer.from(key)]));
    try {
      const file = await files.get(key);
      if (!file || (await text(file.stream)) !== key) throw new Error("what was written could not be read back.");
      for await (const listed of files.list("probe/")) if (listed === key) return;
      throw new Error("what was written was not listed.");
    } finally {
      await files.delete([key]);
    }
  });
}

/** Returns a finding with the time that `work` took, or the reason why it failed. */
export async function runProbe(subject: string, work: () => Promise<unknown>): Promise<Finding> {
  const begin = performance.now();
  try {
    await work();
    return { subject, state: "ok", text: `in ${(performance.now() - begin).toFixed(1)} ms` };
  } catch (error) {
    return faultOf(subject, error);
  }
}

/** What to do, by a pattern of the finding's text; the first match counts. */
export type Advice = readonly (readonly [pattern: RegExp, advice: string])[];

export function faultOf(subject: string, error: unknown, advice: Advice = []): Finding {
  return withAdvice({ subject, state: "fault", text: error instanceof Error ? error.message : String(error) }, advice);
}

export function withAdvice(finding: Finding, all: Advice): Finding {
  const advice = finding.state === "ok" ? undefined : all.find(([pattern]) => pattern.test(finding.text))?.[1];
  if (advice === undefined) return finding;
  const sentence = (text: string) => (/[.?]$/.test(text) ? text : `${text}.`);
  return { ...finding, text: `${sentence(finding.text)} What to do: ${sentence(advice)}` };
}

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
