import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { UsageError } from "../cli-context.ts";
import { readConditions } from "./ask-command.ts";

describe("--where", () => {
  const cases: readonly (readonly [string, object])[] = [
    ["plan = pro", { key: "plan", type: "event", operator: "exact", value: "pro" }],
    ["plan = ", { key: "plan", type: "event", operator: "exact", value: "" }],
    ["plan != two words", { key: "plan", type: "event", operator: "is_not", value: "two words" }],
    ["a name = b = c", { key: "a name", type: "event", operator: "exact", value: "b = c" }],
    ["person.email ~ @example.com", { key: "email", type: "person", operator: "icontains", value: "@example.com" }],
    ["$current_url !~ /cart", { key: "$current_url", type: "event", operator: "not_icontains", value: "/cart" }],
    ["price >= 10.5", { key: "price", type: "event", operator: "gte", value: 10.5 }],
    ["price < -1", { key: "price", type: "event", operator: "lt", value: -1 }],
    ["coupon is set", { key: "coupon", type: "event", operator: "is_set" }],
    ["person.plan is not set", { key: "plan", type: "person", operator: "is_not_set" }],
  ];
  for (const [text, expected] of cases) {
    test(`${text} is a condition`, () => {
      assert.deepEqual(readConditions([text]), { properties: [expected] });
    });
  }

  test("several must all be met", () => {
    assert.equal(readConditions(["a = 1", "b = 2"]).properties?.length, 2);
    assert.deepEqual(readConditions([]), {});
  });

  for (const text of ["", "plan", "plan=pro", "= pro", "plan == pro", "price > much", "price > "]) {
    test(`'${text}' is refused`, () => {
      assert.throws(() => readConditions([text]), UsageError);
    });
  }
});
