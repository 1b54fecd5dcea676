import assert from "node:assert/strict";
import { test } from "node:test";
import { requireSame } from "./dispatch.ts";

test("the contract's operations and the handlers are the same, in any order", () => {
  assert.doesNotThrow(() => requireSame(["a", "b"], ["b", "a"]));
});

test("an operation without a handler, and a handler without an operation, are named", () => {
  assert.throws(() => requireSame(["a", "b"], ["a"]), { message: "the contract's operation b has no handler" });
  assert.throws(() => requireSame(["a"], ["a", "b"]), { message: "the handler b has no operation in the contract" });
  assert.throws(() => requireSame(["a", "b"], ["b", "c", "d"]), {
    message:
      "the contract's operation a has no handler; the handler c has no operation in the contract; the handler d has no operation in the contract",
  });
});
