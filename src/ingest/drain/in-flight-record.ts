import { closeSync, constants, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";

export interface EntryPosition {
  readonly group: number;
  readonly entry: number;
}

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
