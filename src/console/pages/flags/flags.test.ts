import assert from "node:assert/strict";
import { test } from "node:test";
import { evenShares, numberIn, payloadToText, textToValue, valueToText, withPayload, withVariant } from "./flags.ts";

test("even shares sum to 100", () => {
  for (const count of [1, 2, 3, 7, 100]) {
    const variants = Array.from({ length: count }, (_, index) => ({ key: `${index}`, rollout_percentage: 0 }));
    const shares = evenShares(variants).map(({ rollout_percentage: share }) => Number(share));
    assert.equal(Math.round(shares.reduce((sum, share) => sum + share, 0) * 100), 10_000);
    assert.ok(Math.max(...shares) - Math.min(...shares) < 0.011);
  }
});

test("one more variant leaves shares that were chosen as they are", () => {
  const shares = (...all: number[]) => all.map((share, index) => ({ key: `${index}`, rollout_percentage: share }));
  const after = (...all: number[]) => withVariant(shares(...all), "new").map((one) => Number(one.rollout_percentage));
  assert.deepEqual(after(90, 10), [90, 10, 0]);
  assert.deepEqual(after(50, 50), [33.34, 33.33, 33.33]);
  assert.deepEqual(after(33.34, 33.33, 33.33), [25, 25, 25, 25]);
  assert.deepEqual(after(0, 100), [0, 100, 0]);
});

test("a payload is kept as it was defined until its text changes", () => {
  const payloads = { a: { color: "blue" }, b: "12345678901234567890" };
  assert.deepEqual(withPayload(payloads, "a", payloadToText(payloads.a)), payloads);
  assert.deepEqual(withPayload(payloads, "b", "1"), { ...payloads, b: "1" });
  assert.deepEqual(withPayload(payloads, "b", " "), { a: payloads.a });
  assert.deepEqual(withPayload(null, "true", "{}"), { true: "{}" });
});

test("several values are a list where a list may be compared", () => {
  assert.deepEqual(textToValue("a; b;c", "exact"), ["a", "b", "c"]);
  assert.equal(textToValue("a; b", "icontains"), "a; b");
  assert.equal(valueToText(["a", 1]), "a; 1");
  assert.deepEqual([numberIn("33,3"), numberIn("half"), numberIn("")], [33.3, "half", ""]);
});
