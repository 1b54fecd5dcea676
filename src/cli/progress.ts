const WIDTH = 30;

/** How far a long work is, as a line that replaces itself on a terminal: `[=====     ]  50 %, 120 of 240`. */
export class ProgressBar {
  readonly #all: number;
  readonly #write: (text: string) => void;
  #done = 0;

  constructor(all: number, write: (text: string) => void) {
    this.#all = all;
    this.#write = write;
  }

  /** One more is done; written where it makes a percent. */
  step(): void {
    const before = this.#percent();
    this.#done += 1;
    if (this.#percent() !== before) this.#write(`\r${this.#line()}`);
  }

  end(): void {
    if (this.#done > 0) this.#write(`\r${this.#line()}\n`);
  }

  #percent(): number {
    return Math.min(100, Math.floor((100 * this.#done) / this.#all));
  }

  #line(): string {
    const bar = "=".repeat(Math.floor((this.#percent() / 100) * WIDTH)).padEnd(WIDTH);
    return `[${bar}] ${String(this.#percent()).padStart(3)} %, ${this.#done} of ${this.#all}`;
  }
}
