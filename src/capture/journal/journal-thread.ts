import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { SessionKey } from "../../storage/ports/recordings.ts";
import { expose } from "../../threads/rpc.ts";
import type { DeadLetter, DeadLetterCounts } from "./dead-letters.ts";
import { lockDirectory } from "./directory-lock.ts";
import { requireFreeSpace } from "./free-space.ts";
import type { GroupRange } from "./group-ranges.ts";
import { JournalDatabase } from "./journal-database.ts";
import type { PackedGroup } from "./journal-entry.ts";

/** What the journal's thread does for the thread that takes requests. */
export interface JournalWriter {
  append(group: PackedGroup): Promise<number>;
  /** Throws where the disk has no room for more. */
  check(): Promise<void>;
  /** What was there at the start, and how many dead letters there are. */
  state(): Promise<{ groups: GroupRange[]; deadLetters: number }>;
  setAside(letters: readonly DeadLetter[]): Promise<DeadLetterCounts>;
  close(): Promise<void>;
}

/** What it does for the drain. */
export interface JournalDrainApi {
  release(upTo: number): Promise<void>;
  setAside(letters: readonly DeadLetter[]): Promise<DeadLetterCounts>;
  /** Drops some dead letters with snapshots of the session, soon without a trace; false where there are none. */
  deleteBySession(session: SessionKey): Promise<boolean>;
}

export interface JournalThreadData {
  readonly directory: string;
  readonly deadLetterBytes: number;
  readonly drainPort: MessagePort;
}

/** Released groups go with the next append; where none comes, after this pause. */
const SWEEP_AFTER_MS = 100;
/** A log that is used is soon overwritten; one that rests so long is emptied. */
const WIPE_AFTER_MS = 1000;

if (parentPort) {
  const { directory, deadLetterBytes, drainPort: drain } = workerData as JournalThreadData;
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
        if (hasErased ? database.wipe() : database.truncateWal()) {
          hasErased = false;
          return;
        }
      } catch {} // a full or broken disk
      restSoon();
    }, WIPE_AFTER_MS);
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
  expose(parentPort, {
    append: async (group) => {
      requireFreeSpace(directory);
      return database.append(group);
    },
    check: async () => requireFreeSpace(directory),
    state: async () => ({ groups: database.groupRanges(), deadLetters: database.deadLetters.count() }),
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
  expose(drain, {
    release: async (upTo) => {
      database.release(upTo);
      sweepSoon();
    },
    setAside: async (letters) => database.deadLetters.setAside(letters),
    deleteBySession: async (session) => {
      const dropped = database.deadLetters.deleteBySession(session);
      if (dropped) {
        hasErased = true;
        restSoon();
      }
      return dropped;
    },
  } satisfies JournalDrainApi);
}
