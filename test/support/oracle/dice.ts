import type { Dice } from "./population.ts";

/** Returns a source of numbers that are the same for the same seed. */
export function newDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 15), 2_246_822_519);
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
  };
  return {
    integer: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
  };
}
