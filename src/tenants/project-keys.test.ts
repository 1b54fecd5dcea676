import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestStore } from "../../test/support/engines/test-store.ts";
import { createOwnKey } from "./project-keys.ts";

test("a user has at most 100 keys, also if they are created at the same time", async (t) => {
  const { store } = await openTestStore(t);
  const ports = { ...store, now: () => 1 };
  const create = () => createOwnKey({ userId: 1, keyId: "k", readOnly: false }, { label: "", readOnly: true }, ports);
  const outcomes = await Promise.allSettled(Array.from({ length: 150 }, create));
  const created = outcomes.filter(({ status }) => status === "fulfilled").length;
  assert.equal((await store.keys.listOfUser(1)).length, created);
  assert.ok(created <= 100);
  for (let count = created; count < 100; count += 1) await create();
  await assert.rejects(create(), { code: "max_length" });
});
