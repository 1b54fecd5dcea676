const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
const LEVELS = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
const BAR_CHARACTERS = 30;

/** Returns a bar of up to 30 characters, as long in relation to them as the value to the largest one. */
export function bar(value: number, largest: number): string {
  if (!(largest > 0 && value > 0)) return "";
  const eighths = Math.max(1, Math.round((value / largest) * BAR_CHARACTERS * EIGHTHS.length));
  return "█".repeat(Math.floor(eighths / EIGHTHS.length)) + EIGHTHS[eighths % EIGHTHS.length];
}

/** Returns a character for each value, as high in relation to the others as the value to the largest one. */
export function sparkline(values: readonly number[], largest = Math.max(...values)): string {
  const level = (value: number) => Math.round((value / largest) * (LEVELS.length - 1));
  return values.map((value) => (value > 0 && largest > 0 ? LEVELS[level(value)] : LEVELS[0])).join("");
}
