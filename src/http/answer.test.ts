import assert from "node:assert/strict";
import { test } from "node:test";
import { readBearer } from "./answer.ts";

const tokens: [authorization: string | undefined, token: string | undefined][] = [
  [undefined, undefined],
  ["Bearer phx_1", "phx_1"],
  ["bearer   phx_1  ", "phx_1"],
  ["Bearer", undefined],
  ["Bearer ", undefined],
  ["Bearer two words", undefined],
  ["Basic cGh4", undefined],
  ["phx_1", undefined],
  [`Bearer ${" ".repeat(8000)}x y`, undefined],
];
for (const [authorization, token] of tokens) {
  test(`the token of Authorization: ${authorization?.slice(0, 30)}`, () => {
    assert.equal(readBearer({ headers: { authorization } }), token);
  });
}
