const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The number that a property or a filter holds, as a number or as decimal text; undefined for anything else, true and "12px" too. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value !== "number" && !(typeof value === "string" && DECIMAL.test(value))) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}
