import { closeSync, constants, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { JournalEntry, JournalGroup } from "../journal/journal-entry.ts";

export interface DrainEntry extends EntryPosition {
  /** The index of its first event: the bytes before it, so that refusing an earlier entry moves no event. */
  readonly firstIndex: number;
  readonly content: JournalEntry;
}

export interface EntryRun {
  readonly entries: readonly [DrainEntry, ...DrainEntry[]];
  /** Whether its only entry ended the drain repeatedly, so that it must not be stored. */
  readonly isFatal: boolean;
}

const MAX_RUN_ENTRIES = 2000;
/** Entries stored together after a death. Only after another are they stored singly, which may take seconds each. */
const PART_ENTRIES = 32;
/** Deaths that nobody saw count less: a process that is killed repeatedly must not blame its first entry. */
const [SEEN_DEATH, UNSEEN_DEATH, FATAL_DEATHS] = [4, 1, 4];

/**
 * Finds the entry of which a drain died: stores what was in flight in parts, and those of a part during which a drain
 * dies again one by one. An entry is fatal if a drain dies once more during it, or the whole process four times.
 */
export class CrashGuard {
  readonly #record: Pick<InFlightRecord, "read" | "write" | "clear">;
  #suspects: InFlight | null;

  /** `wasSeen` says whether this process has seen the last drain die. */
  constructor(record: Pick<InFlightRecord, "read" | "write" | "clear">, wasSeen: boolean) {
    this.#record = record;
    const found = record.read();
    this.#suspects = found && { ...found, isAlone: false, deaths: countDeaths(found, wasSeen) };
    this.settle();
  }

  /** Splits the groups into runs to store one after the other, and records each before it is yielded. */
  *runs(groups: readonly JournalGroup[]): Generator<EntryRun> {
    let run: DrainEntry[] = [];
    let maxEntries = MAX_RUN_ENTRIES;
    for (const entry of groups.flatMap(entriesOf)) {
      const before = maxEntries;
      maxEntries = this.#maxEntries(entry);
      if (maxEntries !== before || run.length === maxEntries) {
        yield* this.#begin(run, before);
        run = [];
      }
      run.push(entry);
    }
    yield* this.#begin(run, maxEntries);
  }

  /** Whether entries were in flight when a drain died, and are still to be stored, in the order of the journal. */
  get hasSuspects(): boolean {
    return this.#suspects !== null;
  }

  /** Records that entries of these groups are being stored, apart from the runs. */
  begin(first: number, last: number): void {
    if (this.#suspects) return;
    const range = { first: { group: first, entry: 0 }, last: { group: last, entry: Number.MAX_SAFE_INTEGER } };
    this.#record.write({ ...range, size: MAX_RUN_ENTRIES, isAlone: false, deaths: 0 });
  }

  /** Called when nothing is being stored: everything was, or the store is unavailable. */
  settle(): void {
    if (this.#suspects) this.#record.write(this.#suspects);
    else this.#record.clear();
  }

  *#begin(run: readonly DrainEntry[], maxEntries: number): Generator<EntryRun> {
    const [first, ...others] = run;
    if (!first) return;
    const entries = [first, ...others] as const;
    const last = others.at(-1) ?? first;
    if (this.#suspects && compare(first, this.#suspects.last) > 0) this.#suspects = null;
    if (maxEntries === 1) yield this.#alone(first);
    else {
      const isPart = maxEntries === PART_ENTRIES;
      if (this.#suspects && isPart) this.#suspects = { ...this.#suspects, first: position(first) };
      // While there are suspects, their record stays: a death before they are reached is no worse than theirs.
      const current = { ...range(first, last), size: entries.length, isAlone: false, deaths: 0 };
      if (!this.#suspects || isPart) this.#record.write(current);
      yield { entries, isFatal: false };
    }
  }

  #alone(entry: DrainEntry): EntryRun {
    const { first, last, deaths } = this.#suspects ?? { first: entry, last: entry, deaths: 0 };
    const current = { ...range(entry, last), size: 1, deaths: compare(entry, first) === 0 ? deaths : 0 };
    this.#suspects = { ...current, isAlone: false };
    this.#record.write({ ...current, isAlone: true });
    return { entries: [entry], isFatal: current.deaths >= FATAL_DEATHS };
  }

  #maxEntries(entry: EntryPosition): number {
    const suspects = this.#suspects;
    if (!suspects || compare(entry, suspects.first) < 0 || compare(entry, suspects.last) > 0) return MAX_RUN_ENTRIES;
    return suspects.size > PART_ENTRIES ? PART_ENTRIES : 1;
  }
}

/** Counts the latest death, too: an entry that was in flight as the only one has at least one. */
function countDeaths({ first, last, isAlone, deaths }: InFlight, wasSeen: boolean): number {
  if (!isAlone) return Math.max(deaths, compare(first, last) === 0 ? UNSEEN_DEATH : 0);
  return deaths + (wasSeen ? SEEN_DEATH : UNSEEN_DEATH);
}

export function entriesOf({ id, entries }: JournalGroup): DrainEntry[] {
  let end = 0;
  return entries.map((content, entry) => {
    const firstIndex = end;
    end += content.body.byteLength;
    return { group: id, entry, firstIndex, content };
  });
}

function range(first: EntryPosition, last: EntryPosition): Pick<InFlight, "first" | "last"> {
  return { first: position(first), last: position(last) };
}

function position({ group, entry }: EntryPosition): EntryPosition {
  return { group, entry };
}

function compare(one: EntryPosition, other: EntryPosition): number {
  return one.group - other.group || one.entry - other.entry;
}

type EntryPosition = { readonly group: number; readonly entry: number };

/** The entries that a drain is storing, or was storing when it died. */
export interface InFlight {
  readonly first: EntryPosition;
  readonly last: EntryPosition;
  /** The most entries that are stored together. */
  readonly size: number;
  /** Whether only the first is being stored; the rest will be stored one by one after it. */
  readonly isAlone: boolean;
  /** How often a drain died while it stored the first alone. */
  readonly deaths: number;
}

const FILE = "drain-in-flight.json";
/** Every write replaces all bytes of the file, so that a process that dies leaves a whole record. */
const RECORD_BYTES = 512;

/** Records what the drain is storing, for the next one. Not synced: it must survive the process, not the machine. */
export class InFlightRecord {
  readonly #path: string;
  readonly #file: number;
  readonly #journal: string;
  #isEmpty = false;

  /** `journal` is the identity of the journal: a record of another one is ignored. */
  constructor(directory: string, journal: string) {
    this.#path = join(directory, FILE);
    this.#file = openSync(this.#path, constants.O_WRONLY | constants.O_CREAT);
    this.#journal = journal;
  }

  /** Returns what was being stored, if the last drain died; null if it did not, or the record is damaged. */
  read(): InFlight | null {
    try {
      const { journal, ...inFlight } = JSON.parse(readFileSync(this.#path, "utf8")) as InFlight & { journal: string };
      return journal === this.#journal ? inFlight : null;
    } catch {
      return null;
    }
  }

  /** Called when the drain was ended on purpose, so that no entry is to blame. */
  clearBlame(): void {
    const inFlight = this.read();
    if (inFlight?.isAlone) this.write({ ...inFlight, isAlone: false });
  }

  write(inFlight: InFlight): void {
    this.#isEmpty = false;
    this.#replace(JSON.stringify({ journal: this.#journal, ...inFlight }));
  }

  clear(): void {
    if (!this.#isEmpty) this.#replace("");
    this.#isEmpty = true;
  }

  close(): void {
    closeSync(this.#file);
  }

  #replace(text: string): void {
    try {
      writeSync(this.#file, text.padEnd(RECORD_BYTES), 0);
    } catch {
      // A disk that refuses even this is reported by the journal. Draining must go on, which makes room.
    }
  }
}
