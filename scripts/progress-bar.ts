const WIDTH = 30;

/** A progress bar on standard error. Prints nothing if standard error is not a terminal. */
export class ProgressBar {
  readonly #totalMs: number;
  readonly #started = Date.now();

  constructor(totalMs: number) {
    this.#totalMs = totalMs;
  }

  /** Shows the share that is done; by default, that of the time. */
  show(text: string, done = Math.min(1, (Date.now() - this.#started) / this.#totalMs)): void {
    if (!process.stderr.isTTY) return;
    const bar = "#".repeat(Math.round(done * WIDTH)).padEnd(WIDTH, ".");
    process.stderr.write(`\r\x1b[K[${bar}] ${Math.round(done * 100)} % ${text}`);
  }

  clear(): void {
    if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  }
}
