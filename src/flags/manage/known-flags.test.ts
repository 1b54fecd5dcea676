import assert from "node:assert/strict";
import { test } from "node:test";
import { putFlags } from "../../../test/conformance/put-flags.ts";
import { openTestStore } from "../../../test/support/engines/test-store.ts";
import { withKnownFlags } from "./known-flags.ts";

test("a list reads only definitions that have changed, up to a megabyte at a time", async (context) => {
  const { flags } = (await openTestStore(context)).store;
  const reads: (readonly number[])[] = [];
  const known = withKnownFlags({
    ...flags,
    list: () => assert.fail("nothing needs all definitions at once"),
    read: (project, numbers) => {
      reads.push(numbers);
      return flags.read(project, numbers);
    },
  });
  const large = "x".repeat(400_000);
  const put = (key: string, definition = large) => putFlags(flags, "1", [{ key, definition, updatedAt: 1 }]);
  for (const key of ["b", "a", "d", "c"]) await put(key);
  await putFlags(flags, "2", [{ key: "a", definition: "other", updatedAt: 1 }]);

  const [first, again] = await Promise.all([known.list("1"), known.list("1")]);
  assert.deepEqual(first, await flags.list("1"));
  assert.deepEqual(again, first);
  assert.deepEqual(reads, [
    [2, 1],
    [4, 3],
  ]);

  await put("c", "changed");
  await put("e", "new");
  await flags.remove("1", "d");
  const changed = await known.list("1");
  assert.deepEqual(changed, await flags.list("1"));
  assert.equal(changed[0], first[0], "what has not changed is the same object");
  assert.deepEqual(reads.slice(2), [[4, 5]]);
  assert.deepEqual(await known.list("2"), await flags.list("2"));
});
