import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { SessionKey } from "../../storage/ports/recordings.ts";
import { serveCalls } from "../../threads/calls.ts";
import { JournalDatabase } from "./database.ts";
import type { DeadLetter, SetAside } from "./dead-letters.ts";
import type { PackedGroup } from "./entry.ts";
import type { GroupRun } from "./group-runs.ts";
import { lockDirectory } from "./lock.ts";
import { requireRoom } from "./room.ts";

/** What the journal's thread does for the thread that takes requests. */
export interface JournalWriter {
  append(group: PackedGroup): Promise<number>;
  /** What was there at the start, and how many dead letters there are. */
  state(): Promise<{ groups: GroupRun[]; deadLetters: number }>;
  setAside(letters: readonly DeadLetter[]): Promise<SetAside>;
  close(): Promise<void>;
}

/** What it does for the drain. */
export interface JournalKeeper {
  release(upTo: number): Promise<void>;
  setAside(letters: readonly DeadLetter[]): Promise<SetAside>;
  /** Drops some dead letters with snapshots of the session, soon without a trace; false where there are none. */
  dropOfSession(session: SessionKey): Promise<boolean>;
}

export interface JournalThreadData {
  readonly directory: string;
  readonly deadLetterBytes: number;
  readonly drain: MessagePort;
}

/** Released groups go with the next append; where none comes, after this pause. */
const SWEEP_AFTER_MS = 100;
/** A log that is used is soon overwritten; one that rests so long is emptied. */
const REST_AFTER_MS = 1000;

if (parentPort) {
  const { directory, deadLetterBytes, drain } = workerData as JournalThreadData;
  const unlock = lockDirectory(directory);
  const database = new JournalDatabase(directory, { deadLetterBytes });
  let sweep: NodeJS.Timeout | undefined;
  let rest: NodeJS.Timeout | undefined;
  /** Whether something was erased, perhaps by a run that was killed then: it is wiped also where the journal never rests. */
  let hasErased = true;
  const restSoon = () => {
    if (rest && hasErased) return;
    clearTimeout(rest);
    rest = setTimeout(() => {
      rest = undefined;
      try {
        if (hasErased ? database.wipe() : database.emptyLog()) {
          hasErased = false;
          return;
        }
      } catch {} // a full or broken disk
      restSoon();
    }, REST_AFTER_MS);
  };
  restSoon();
  const sweepSoon = () => {
    sweep ??= setTimeout(() => {
      sweep = undefined;
      try {
        database.sweep();
        restSoon();
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
    state: async () => ({ groups: database.runs(), deadLetters: database.deadLetters.count() }),
    setAside: async (letters) => database.deadLetters.setAside(letters),
    close: async () => {
      clearTimeout(sweep);
      clearTimeout(rest);
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
    setAside: async (letters) => database.deadLetters.setAside(letters),
    dropOfSession: async (session) => {
      const dropped = database.deadLetters.dropOfSession(session);
      if (dropped) {
        hasErased = true;
        restSoon();
      }
      return dropped;
    },
  } satisfies JournalKeeper);
}
