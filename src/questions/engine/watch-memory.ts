const INTERVAL_MS = 100;
/** What the process takes before it has a question, and what DuckDB takes beyond its own limit. */
const ALLOWANCE_BYTES = 256 * 1024 * 1024;
/** The exit code of a process that took too much memory. */
export const MEMORY_EXIT_CODE = 9;

/** Ends this process if it takes more memory than the limit and a fixed allowance. */
export function watchMemory(limitBytes: number): void {
  const check = () => {
    if (process.memoryUsage.rss() > limitBytes + ALLOWANCE_BYTES) process.exit(MEMORY_EXIT_CODE);
  };
  setInterval(check, INTERVAL_MS).unref();
}
