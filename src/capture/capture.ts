import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { MessageChannel } from "node:worker_threads";
import type { Config } from "../config.ts";
import type { ProjectId } from "../storage/ports/common.ts";
import { remote } from "../threads/calls.ts";
import { startThread } from "../threads/start.ts";
import type { DrainReport } from "./drain/report.ts";
import type { DrainControl, DrainMessage, DrainThreadData } from "./drain/thread.ts";
import { Journal, type JournalDepth } from "./journal/journal.ts";
import type { JournalThreadData, JournalWriter } from "./journal/thread.ts";

/** Where accepted requests go. */
export interface Capture {
  /** Returns when the request's events are on disk and certain to be stored. `body` was checked against the contract. Throws `journal_full`. */
  accept(projectId: ProjectId, operation: "capture" | "batch", body: Uint8Array): Promise<void>;
  depth(): JournalDepth;
  /** Throws where the journal's or the drain's thread has died. */
  check(): void;
  /** Lets the store catch up until the given signal, and closes; what is left is stored by the next start. */
  stop(signal: AbortSignal): Promise<void>;
}

export interface CaptureListener {
  /** How many dead letters earlier runs left. */
  readonly deadLetters: (count: number) => void;
  readonly drained: (report: DrainReport) => void;
  readonly warn: (fields: object, message: string) => void;
  /** A thread died: nothing more can be accepted, and the process had better start anew. */
  readonly died: (error: Error) => void;
}

/** Starts the journal and its drain, each in a thread. Throws where the journal cannot be opened. */
export async function startCapture(config: Config, listener: CaptureListener): Promise<Capture> {
  const between = new MessageChannel();
  const journalData: JournalThreadData = { directory: config.DATA_DIR, drain: between.port1 };
  const journalThread = startThread("journal/thread", import.meta.url, journalData, [between.port1]);
  const writer = remote<JournalWriter>(journalThread, ([group]) =>
    hasBodies(group) ? [group.bodies.buffer as ArrayBuffer] : [],
  );
  let dead: Error | undefined;
  const die = (error: Error) => {
    dead ??= error;
    writer.fail(error);
    listener.died(error);
  };
  journalThread.on("error", (error) => writer.fail(error));
  const state = await writer.call("state");
  journalThread.on("error", die);
  listener.deadLetters(state.deadLetters);

  const drainData: DrainThreadData = { config, journal: between.port2 };
  const drainThread = startThread("drain/thread", import.meta.url, drainData, [between.port2]);
  drainThread.on("error", die);
  const drain = remote<DrainControl>(drainThread);
  const wake = () => void drain.call("wake").catch(() => undefined);
  const journal = new Journal(writer, { maxBytes: config.JOURNAL_MAX_BYTES, groups: state.groups, appended: wake });
  drainThread.on("message", (message: DrainMessage) => {
    if ("report" in message) {
      journal.stored(message.report.upTo);
      listener.drained(message.report);
    } else if ("warning" in message) listener.warn({ error: message.warning.error }, message.warning.message);
  });

  return {
    async accept(projectId, operation, body) {
      await journal.append({ projectId, receivedAt: Date.now(), seed: randomUUID(), operation, body });
    },
    depth: () => journal.depth(),
    check() {
      if (dead) throw dead;
    },
    async stop(signal) {
      while (!dead && !signal.aborted && journal.depth().entries > 0) {
        await Promise.race([once(drainThread, "message", { signal }), once(drainThread, "error", { signal })]).catch(
          () => undefined,
        );
      }
      if (!dead) {
        await drain.call("stop");
        await writer.call("close");
      }
      await Promise.all([drainThread.terminate(), journalThread.terminate()]);
    },
  };
}

function hasBodies(value: unknown): value is { bodies: Uint8Array } {
  return typeof value === "object" && value !== null && "bodies" in value && value.bodies instanceof Uint8Array;
}
