const INTERVAL_MS = 100;
/** Memory of the process before its first question, and what DuckDB takes beyond its own limit. */
const ALLOWANCE_BYTES = 256 * 1024 * 1024;
export const MEMORY_EXIT_CODE = 9;

/** Ends this process if it takes more memory than the limit and the allowance. */
export function watchMemory(limitBytes: number): void {
  const check = () => {
    if (process.memoryUsage.rss() > limitBytes + ALLOWANCE_BYTES) process.exit(MEMORY_EXIT_CODE);
  };
  setInterval(check, INTERVAL_MS).unref();
}
