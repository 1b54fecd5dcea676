import assert from "node:assert/strict";
import { test } from "node:test";
import { uuidV7 } from "./uuid-v7.ts";

test("the first 48 bits are the time; version and variant are where RFC 9562 has them", () => {
  const at = Date.UTC(2022, 1, 22, 19, 22, 22);
  assert.match(uuidV7(at), /^017f22e2-79b0-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("no two are the same, and those of later are later", () => {
  const made = Array.from({ length: 10_000 }, () => uuidV7(1));
  assert.equal(new Set(made).size, made.length);
  assert.ok(made.every((uuid) => uuid < uuidV7(2)));
});
