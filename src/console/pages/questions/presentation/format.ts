import type { Figure } from "./shown.ts";

const NUMBER = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });
const SHARE = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 });
const UNITS = [
  [86_400, "d"],
  [3600, "h"],
  [60, "min"],
] as const;

export function formatFigure({ value, unit }: Pick<Figure, "value" | "unit">): string {
  if (value === null) return "–";
  if (unit === "share") return SHARE.format(value);
  return unit === "seconds" ? formatDuration(value) : NUMBER.format(value);
}

/** Returns a duration such as `48 s`, `2 min 5 s` or `3 d 4 h`. */
export function formatDuration(seconds: number): string {
  const at = UNITS.findIndex(([length]) => seconds >= length);
  const [length, unit] = UNITS[at] ?? [1, "s"];
  if (length === 1) return `${NUMBER.format(Number(seconds.toFixed(seconds < 10 ? 1 : 0)))} s`;
  const [smaller, smallerUnit] = UNITS[at + 1] ?? [1, "s"];
  const rest = Math.floor((seconds % length) / smaller);
  return `${Math.floor(seconds / length)} ${unit}${rest > 0 ? ` ${rest} ${smallerUnit}` : ""}`;
}
