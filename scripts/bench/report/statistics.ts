/** Returns the median of the figures; the upper one if there are two. NaN if there are none. */
export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}

/** Returns the median with the least and the greatest, such as `4.1 (3.9–4.4)`; an en dash if there are none. */
export function formatSpread(figures: readonly number[], digits: number): string {
  if (figures.length === 0) return "–";
  const format = (figure: number) =>
    figure.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits });
  const [least, most] = [format(Math.min(...figures)), format(Math.max(...figures))];
  return least === most ? least : `${format(median(figures))} (${least}–${most})`;
}
