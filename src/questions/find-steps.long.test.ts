import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Random } from "../../scripts/seeded-random.ts";
import { findSteps } from "./find-steps.ts";

const MORNINGS = 30;
const DAYS = 56 + MORNINGS;
const WEEK = [1.2, 1.25, 1.2, 1.1, 1, 0.6, 0.55];
const MEANS = [1, 5, 30, 300, 5000];
/** Series of each kind and mean. */
const SERIES = 400;

describe("steps of simulated counts", () => {
  for (const kind of ["steady", "weekly", "varying", "wild", "related", "growing"] as const) {
    test(`are found in less than 1 of 100 quiet series a month that are ${kind}`, () => {
      const draw = draws(kind.length);
      const found = MEANS.flatMap((mean) =>
        Array.from({ length: SERIES }, () => findSteps(draw(kind, mean), MORNINGS)),
      );
      const wrong = found.filter(({ length }) => length > 0).length;
      assert.ok(wrong < found.length / 100, `${wrong} of ${found.length}`);
    });
  }

  test("are found in most series that fall by half, within a week", () => {
    const draw = draws(1);
    for (const [kind, mean, least] of [
      ["weekly", 30, 0.8],
      ["weekly", 300, 1],
      ["growing", 300, 0.95],
      ["varying", 300, 0.4],
    ] as const) {
      const found = Array.from({ length: 200 }, () => {
        const counts = draw(kind, mean).map((count, day) => (day < DAYS - 7 ? count : Math.round(count / 2)));
        return findSteps(counts, 7).some(({ after, before, last }) => after < before && last === DAYS - 1);
      });
      const share = found.filter(Boolean).length / found.length;
      assert.ok(share >= least, `${kind} ${mean}: ${share}`);
    }
  });
});

type Kind = "steady" | "weekly" | "varying" | "wild" | "related" | "growing";

/** Returns what draws daily counts. Sources: Knuth (Poisson), Box and Muller (normal), Marsaglia and Tsang (gamma). */
function draws(seed: number) {
  const source = new Random(seed);
  const random = () => source.next();
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const poisson = (mean: number) => {
    if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
    let [count, product] = [0, random()];
    for (const least = Math.exp(-mean); product > least; product *= random()) count += 1;
    return count;
  };
  const gamma = (shape: number) => {
    const d = shape - 1 / 3;
    for (;;) {
      const x = normal();
      const v = (1 + x / Math.sqrt(9 * d)) ** 3;
      if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
    }
  };
  return (kind: Kind, mean: number) => {
    let state = 0;
    const factors: Readonly<Record<Kind, (day: number) => number>> = {
      steady: () => 1,
      weekly: () => 1,
      varying: () => gamma(20) / 20,
      wild: () => gamma(5) / 5,
      related: () => {
        state = 0.5 * state + 0.15 * normal();
        return Math.exp(state);
      },
      growing: (day) => 1.15 ** (day / 30),
    };
    return Array.from({ length: DAYS }, (_, day) => {
      return poisson(mean * (kind === "steady" ? 1 : (WEEK[day % 7] ?? 1)) * factors[kind](day));
    });
  };
}
