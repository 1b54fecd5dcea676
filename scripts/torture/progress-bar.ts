const WIDTH = 30;

/** A bar on the terminal's last line; nothing where standard error is no terminal. */
export class ProgressBar {
  readonly #totalMs: number;
  readonly #started = Date.now();

  constructor(totalMs: number) {
    this.#totalMs = totalMs;
  }

  show(text: string): void {
    if (!process.stderr.isTTY) return;
    const done = Math.min(1, (Date.now() - this.#started) / this.#totalMs);
    const bar = "#".repeat(Math.round(done * WIDTH)).padEnd(WIDTH, ".");
    process.stderr.write(`\r\x1b[K[${bar}] ${Math.round(done * 100)} % ${text}`);
  }

  clear(): void {
    if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  }
}
