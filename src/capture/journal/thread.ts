import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { serveCalls } from "../../threads/calls.ts";
import { type DeadLetter, type GroupSize, JournalDatabase } from "./database.ts";
import type { PackedGroup } from "./entry.ts";
import { lockDirectory } from "./lock.ts";
import { requireRoom } from "./room.ts";

/** What the journal's thread does for the thread that takes requests. */
export interface JournalWriter {
  append(group: PackedGroup): Promise<number>;
  /** What was there at the start, and how many dead letters there are. */
  state(): Promise<{ groups: GroupSize[]; deadLetters: number }>;
  close(): Promise<void>;
}

/** What it does for the drain. */
export interface JournalKeeper {
  release(upTo: number): Promise<void>;
  /** Gives how many were new. */
  setAside(letters: readonly DeadLetter[]): Promise<number>;
}

export interface JournalThreadData {
  readonly directory: string;
  readonly drain: MessagePort;
}

/** Released groups go with the next append; where none comes, after this pause. */
const SWEEP_AFTER_MS = 100;

if (parentPort) {
  const { directory, drain } = workerData as JournalThreadData;
  const unlock = lockDirectory(directory);
  const database = new JournalDatabase(directory);
  let sweep: NodeJS.Timeout | undefined;
  const sweepSoon = () => {
    sweep ??= setTimeout(() => {
      sweep = undefined;
      try {
        database.sweep();
      } catch {
        sweepSoon(); // a full or broken disk: the rows are harmless, the next append or sweep drops them
      }
    }, SWEEP_AFTER_MS);
  };
  serveCalls(parentPort, {
    append: async (group) => {
      requireRoom(directory);
      return database.append(group);
    },
    state: async () => ({ groups: database.sizes(), deadLetters: database.deadLetters() }),
    close: async () => {
      clearTimeout(sweep);
      try {
        database.sweep();
      } finally {
        database.close();
        unlock();
      }
    },
  } satisfies JournalWriter);
  serveCalls(drain, {
    release: async (upTo) => {
      database.release(upTo);
      sweepSoon();
    },
    setAside: async (letters) => database.setAside(letters),
  } satisfies JournalKeeper);
}
