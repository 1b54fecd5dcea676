import type { Random } from "../../seeded-random.ts";

/** Returns one of these. Throws if there are none. */
export function pick<T>(items: readonly T[], random: Random): T {
  const item = items[random.integer(0, items.length - 1)];
  if (item === undefined) throw new Error("There is nothing to choose from.");
  return item;
}

/** Returns a number of bytes or items up to `max`, small ones as often as large ones. */
export function randomSize(max: number, random: Random): number {
  return Math.floor(max ** random.next());
}

export function randomWord(random: Random): string {
  return random
    .next()
    .toString(36)
    .slice(2, 2 + random.integer(1, 10));
}

/** Returns a UUID that depends on the seed alone. */
export function randomUuid(random: Random): string {
  const digits = Array.from({ length: 32 }, () => random.integer(0, 15).toString(16)).join("");
  const groups = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`, `a${digits.slice(17, 20)}`];
  return `${groups.join("-")}-${digits.slice(20)}`;
}
