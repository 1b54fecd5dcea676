const WIDTH = 30;

/** How far a long work is, as a line that replaces itself on a terminal: `[=====     ]  50 %, 120 of 240`. */
export function progressLine(done: number, all: number): string {
  const share = all === 0 ? 1 : Math.min(1, done / all);
  const bar = "=".repeat(Math.floor(share * WIDTH)).padEnd(WIDTH);
  return `[${bar}] ${String(Math.floor(share * 100)).padStart(3)} %, ${done} of ${all}`;
}
