import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RowKind } from "../store/ports/neutral-rows.ts";

const FILE = "progress.json";

interface State {
  readonly source: string;
  readonly target: string;
  /** See `RowReader.eventOrder`; absent in earlier versions. */
  readonly eventOrder?: string;
  readonly kinds: Partial<Record<RowKind, KindProgress>>;
}

export interface KindProgress {
  readonly cursor: string | null;
  readonly rows: number;
}

/** Keeps the progress of a move in a file: what it says was written, was. */
export class MoveProgress {
  readonly #path: string;
  #state: State;
  readonly isResumed: boolean;

  /** Throws, with one line, if a move of another source was begun there. */
  constructor(directory: string, source: string, target: string, eventOrder: string) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    this.#path = join(directory, FILE);
    const found = readState(this.#path);
    if (found && found.source !== source) {
      throw new Error(
        `A move of another store was begun in ${directory}: delete that directory, or choose another one.`,
      );
    }
    this.isResumed = found?.target === target && found.eventOrder === eventOrder;
    this.#state = found && this.isResumed ? found : { source, target, eventOrder, kinds: {} };
    this.#write();
  }

  of(kind: RowKind): KindProgress {
    return this.#state.kinds[kind] ?? { cursor: null, rows: 0 };
  }

  set(kind: RowKind, progress: KindProgress): void {
    this.#state = { ...this.#state, kinds: { ...this.#state.kinds, [kind]: progress } };
    this.#write();
  }

  forget(kinds: readonly RowKind[]): void {
    const others = Object.entries(this.#state.kinds).filter(([kind]) => !kinds.includes(kind as RowKind));
    this.#state = { ...this.#state, kinds: Object.fromEntries(others) };
    this.#write();
  }

  #write(): void {
    writeFileSync(`${this.#path}.new`, JSON.stringify(this.#state), { mode: 0o600, flush: true });
    renameSync(`${this.#path}.new`, this.#path);
  }
}

function readState(path: string): State | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as State;
  } catch {
    return null; // absent, or the disk has lost it: then all is written again
  }
}
