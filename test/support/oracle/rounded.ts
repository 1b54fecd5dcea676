/** Returns the value with rounded numbers: sums of fractions depend on their order. */
export function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, item) =>
    typeof item === "number" ? Math.round(item * 1e6) / 1e6 : item,
  );
}
