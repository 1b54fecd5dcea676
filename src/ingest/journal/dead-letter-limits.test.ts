import assert from "node:assert/strict";
import { test } from "node:test";
import { letter, openDeadLetters, replaysOf } from "../../../test/support/test-dead-letters.ts";

test("above the limit the oldest are deleted, as few as possible", async (context) => {
  const event = "x".repeat(100);
  const { deadLetters, others } = await openDeadLetters(context, 1000);
  const add = (...uuids: string[]) => deadLetters.setAside(uuids.map((uuid) => letter(uuid, { event })));
  const kept = () =>
    [...others.batches({})]
      .flat()
      .map(({ uuid }) => uuid)
      .join("");
  assert.deepEqual(add(..."abcdefghij"), { added: 10, dropped: 0 });
  assert.deepEqual(add("k", "l"), { added: 2, dropped: 2 });
  assert.equal(kept(), "cdefghijkl");
  assert.deepEqual(deadLetters.setAside([letter("m", { event: event.repeat(3) })]), { added: 1, dropped: 3 });
  assert.equal(kept(), "fghijklm");
  others.replay(replaysOf([...others.batches({})].flat().slice(0, 2)), 9);
  assert.deepEqual(add("n", "o"), { added: 2, dropped: 0 }, "another process made room");
  assert.deepEqual(add("p"), { added: 1, dropped: 1 });
  assert.equal(kept(), "ijklmnop");
});

test("a project with more than its share loses its own oldest first, others keep theirs", async (context) => {
  const { deadLetters, others } = await openDeadLetters(context, 1000);
  const event = "x".repeat(100);
  const add = (projectId: string, uuids: string) =>
    deadLetters.setAside([...uuids].map((uuid) => letter(uuid, { projectId, event })));
  const kept = () =>
    ["1", "2", "3"].map((projectId) =>
      [...others.batches({ projectId })]
        .flat()
        .map(({ uuid }) => uuid)
        .join(""),
    );
  add("2", "a");
  assert.deepEqual(add("1", "abcdefghi"), { added: 9, dropped: 0 }, "alone, a project has all");
  assert.deepEqual(add("1", "jklmn"), { added: 5, dropped: 5 });
  assert.deepEqual(kept(), ["fghijklmn", "a", ""]);
  assert.deepEqual(add("3", "abc"), { added: 3, dropped: 3 });
  assert.deepEqual(add("2", "bcdefg"), { added: 6, dropped: 6 });
  assert.deepEqual(kept(), ["mn", "cdefg", "abc"]);
});

test("the limit includes what an earlier run left", async (context) => {
  const { deadLetters, others } = await openDeadLetters(context, 300);
  others.setAside([..."abcdefgh"].map((uuid) => letter(uuid, { event: "x".repeat(100) })));
  assert.deepEqual(deadLetters.setAside([letter("i", { event: "x".repeat(100) })]), { added: 1, dropped: 6 });
  assert.equal(deadLetters.count(), 3);
});
