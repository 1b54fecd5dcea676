import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { letter, openDeadLetters, replaysOf } from "../../../test/support/test-dead-letters.ts";
import type { DeadLetter, DeadLetterFilter } from "./dead-letters.ts";

test("each is stored once by its project and uuid, with its first reason", async (context) => {
  const { deadLetters, others } = await openDeadLetters(context);
  assert.deepEqual(deadLetters.setAside([letter("u1"), letter("u2")]), { added: 2, dropped: 0 });
  const again = [letter("u1", { reason: "again" }), letter("u3")];
  assert.deepEqual(deadLetters.setAside(again), { added: 1, dropped: 0 });
  assert.deepEqual(deadLetters.setAside([letter("u1", { projectId: "2" })]), { added: 1, dropped: 0 });
  assert.equal(others.count(), 4);
  const kept = [...others.batches({})].flat().map(({ id: _, ...rest }) => ({ ...rest, sessionId: null }));
  assert.deepEqual(kept, [letter("u1"), letter("u2"), letter("u3"), letter("u1", { projectId: "2" })]);
});

test("filters by project and by a text in the reason, verbatim", async (context) => {
  const { deadLetters } = await openDeadLetters(context);
  deadLetters.setAside([
    letter("u1", { reason: "100% wrong" }),
    letter("u2", { projectId: "2", reason: "100 wrong" }),
    letter("u3", { projectId: "2", reason: "right" }),
  ]);
  const filters: [DeadLetterFilter, string[]][] = [
    [{}, ["u1", "u2", "u3"]],
    [{ projectId: "2" }, ["u2", "u3"]],
    [{ reason: "wrong" }, ["u1", "u2"]],
    [{ reason: "0% w" }, ["u1"]],
    [{ reason: "WRONG" }, []],
    [{ projectId: "2", reason: "wrong" }, ["u2"]],
  ];
  for (const [filter, expected] of filters) {
    assert.equal(deadLetters.count(filter), expected.length);
    assert.deepEqual(
      deadLetters.list(filter, { limit: 10, offset: 0 }).map(({ uuid }) => uuid),
      expected.toReversed(),
    );
    assert.deepEqual(
      [...deadLetters.batches(filter)].flat().map(({ uuid }) => uuid),
      expected,
    );
  }
});

test("lists the newest, with name and distinct id; damaged ones too", async (context) => {
  const { deadLetters } = await openDeadLetters(context);
  const damaged = ["{damaged", "null", '{"event":1}'].map((event, index) => letter(`d${index}`, { event }));
  deadLetters.setAside([letter("u1"), letter("u2"), ...damaged]);
  const common = { projectId: "1", reason: "invalid", at: 5 };
  const listed = deadLetters.list({}, { limit: 4, offset: 0 });
  assert.deepEqual(
    listed.map(({ excerpt }) => excerpt),
    ['{"event":1}', "null", "{damaged", letter("u2").event],
  );
  const rows = listed.map(({ bytes: _, excerpt: __, ...row }) => row);
  assert.deepEqual(rows, [
    { uuid: "d2", ...common, name: "1", distinctId: "" },
    { uuid: "d1", ...common, name: "", distinctId: "" },
    { uuid: "d0", ...common, name: "", distinctId: "" },
    { uuid: "u2", ...common, name: "name of u2", distinctId: "ada" },
  ]);
});

test("many or large ones are read in batches: those that exist at the start", async (context) => {
  const { deadLetters, others } = await openDeadLetters(context);
  const large = { event: "x".repeat(3 * 1024 * 1024) };
  deadLetters.setAside([letter("a", large), letter("b", large), letter("c", large)]);
  deadLetters.setAside(Array.from({ length: 450 }, (_, index) => letter(`u${index}`)));
  const sizes: number[] = [];
  const uuids = new Set<string>();
  for (const batch of others.batches({})) {
    sizes.push(batch.length);
    for (const { uuid } of batch) uuids.add(uuid);
    deadLetters.setAside([letter(`late ${sizes.length}`)]);
    others.replay(replaysOf(batch), 9);
  }
  assert.deepEqual(sizes, [2, 200, 200, 51]);
  assert.equal(uuids.size, 453);
  assert.equal(deadLetters.count(), 4);
});

test("a replay moves letters into a group of the journal", async (context) => {
  const { journal, deadLetters, others } = await openDeadLetters(context);
  deadLetters.setAside([letter("u1"), letter("u2", { projectId: "2" }), letter("u3")]);
  const kept = [...deadLetters.batches({})].flat();
  const replays = replaysOf(kept);
  assert.deepEqual(others.replay(replays.slice(1), 9), {
    group: 1,
    events: [
      { projectId: "2", uuid: "u2" },
      { projectId: "1", uuid: "u3" },
    ],
  });
  assert.deepEqual(
    [deadLetters.count(), deadLetters.has(letter("u1")), deadLetters.has(letter("u3"))],
    [1, true, false],
  );
  assert.deepEqual(journal.groupRanges(), [{ first: 1, last: 1, entries: 2, bytes: 4, receivedAt: 9 }]);
  assert.deepEqual(
    journal
      .read(0, 1)
      .flatMap(({ entries }) => entries.map(({ body, ...rest }) => ({ ...rest, body: Buffer.from(body) }))),
    replays.slice(1).map(({ entry }) => entry),
  );
  assert.equal(deadLetters.replay(replays, 9)?.events.length, 1, "two no longer exist");
  assert.equal(deadLetters.replay(replays, 9), null);
  assert.equal(journal.firstGroupId(), 1);
});

test("a failed replay changes nothing", async (context) => {
  const { journal, deadLetters } = await openDeadLetters(context);
  deadLetters.setAside([letter("u1")]);
  const [replay] = replaysOf([...deadLetters.batches({})].flat());
  assert.ok(replay);
  const broken = { ...replay, entry: Object.assign({ ...replay.entry }, { body: null }) };
  assert.throws(() => deadLetters.replay([broken], 9));
  assert.deepEqual([deadLetters.count(), journal.groupRanges()], [1, []]);
});

test("a reason can be replaced", async (context) => {
  const { deadLetters, others } = await openDeadLetters(context);
  deadLetters.setAside([letter("u1"), letter("u2")]);
  const [, second] = [...others.batches({})].flat();
  assert.ok(second);
  others.updateReason(second, "damaged");
  assert.deepEqual(
    deadLetters.list({ reason: "damaged" }, { limit: 10, offset: 0 }).map(({ uuid }) => uuid),
    ["u2"],
  );
});

test("sessions with snapshots are listed in pages, each once", async (context) => {
  const { deadLetters, others } = await openDeadLetters(context);
  const of = (projectId: string, sessionId: string | null) => letter(randomUUID(), { projectId, sessionId });
  deadLetters.setAside([of("2", "a"), of("1", "b"), of("10", "c"), of("1", null), of("1", "ä🚲"), of("1", "b")]);
  const all = [
    { projectId: "1", sessionId: "b" },
    { projectId: "1", sessionId: "ä🚲" },
    { projectId: "10", sessionId: "c" },
    { projectId: "2", sessionId: "a" },
  ];
  assert.deepEqual(others.sessions(null, 10), all);
  for (const [index, session] of all.entries()) {
    assert.deepEqual(others.sessions(all[index - 1] ?? null, 1), [session]);
  }
  assert.deepEqual(others.sessions(all[3] ?? null, 1), []);
});

test("those with snapshots of a session are deleted in batches, and no others", async (context) => {
  const { deadLetters, others } = await openDeadLetters(context, 20 * 1024 * 1024);
  const session = { projectId: "1", sessionId: "a" };
  const own = (count: number, changes: Partial<DeadLetter> = {}) =>
    Array.from({ length: count }, () => letter(randomUUID(), { ...session, ...changes }));
  const large = { event: "x".repeat(3 * 1024 * 1024) };
  const unrelated = [letter("u1"), letter("u2", { ...session, projectId: "2" }), letter("u3", { sessionId: "A" })];
  deadLetters.setAside([...own(3, large), ...unrelated, ...own(450)]);
  const counts: number[] = [];
  while (deadLetters.deleteBatch(session)) counts.push(others.count());
  assert.deepEqual(counts, [454, 254, 54, 3]);
  assert.ok(unrelated.every((one) => others.has(one)));
  assert.equal(deadLetters.deleteBatch(session), false);
});

for (const [size, fillerBytes, rounds] of [
  ["small", 0, 12],
  ["large", 9 * 1024 * 1024, 6],
] as const) {
  test(`wiping a ${size} journal leaves no copy of a deleted letter in any page`, async (context) => {
    const { directory, journal, deadLetters } = await openDeadLetters(context);
    deadLetters.setAside([letter("filler", { event: "x".repeat(fillerBytes) })]);
    const numbers = Array.from({ length: 200 }, (_, index) => index);
    for (let round = 0; round < rounds; round++) {
      const sessionOf = (index: number) => `session ${round + ((index * 37) % 40)};`;
      const text = (index: number) => sessionOf(index).repeat(1 + (((round * 200 + index) * 7919) ** 2 % 400));
      deadLetters.setAside(
        numbers.map((index) => letter(randomUUID(), { sessionId: sessionOf(index), event: text(index) })),
      );
      while (deadLetters.deleteBatch({ projectId: "1", sessionId: sessionOf(0) })) {}
      assert.equal(fillerBytes > 0 ? await journal.scrub() : journal.wipe(), true);
      const files = ["journal.db", "journal.db-wal"].map((name) => readFile(join(directory, name)));
      assert.ok(
        (await Promise.all(files)).every((content) => !content.includes(sessionOf(0))),
        `round ${round}`,
      );
    }
  });
}
