import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { JournalDatabase } from "./database.ts";
import type { DeadLetter, LetterFilter } from "./dead-letters.ts";

/** The dead letters of a journal, and the same through another connection. */
async function openLetters(context: TestContext, deadLetterBytes?: number) {
  const directory = await mkdtemp(join(tmpdir(), "sightline-letters-"));
  const journals = [{ deadLetterBytes }, {}].map((options) => new JournalDatabase(directory, options));
  context.after(async () => {
    for (const journal of journals) journal.close();
    await rm(directory, { recursive: true });
  });
  const [letters, others] = journals.map((journal) => journal.deadLetters);
  assert.ok(letters && others);
  return { letters, others };
}

const letter = (uuid: string, changes: Partial<DeadLetter> = {}): DeadLetter => {
  const event = JSON.stringify({ event: `name of ${uuid}`, distinctId: "ada" });
  return { projectId: "1", uuid, reason: "no sense", at: 5, event, ...changes };
};

test("each is kept once by its project and uuid, with its first reason", async (context) => {
  const { letters, others } = await openLetters(context);
  assert.deepEqual(letters.setAside([letter("u1"), letter("u2")]), { added: 2, dropped: 0 });
  const again = [letter("u1", { reason: "again" }), letter("u3")];
  assert.deepEqual(letters.setAside(again), { added: 1, dropped: 0 });
  assert.deepEqual(letters.setAside([letter("u1", { projectId: "2" })]), { added: 1, dropped: 0 });
  assert.equal(others.count(), 4);
  const kept = [...others.portions({})].flat().map(({ id: _, ...rest }) => rest);
  assert.deepEqual(kept, [letter("u1"), letter("u2"), letter("u3"), letter("u1", { projectId: "2" })]);
});

test("filters: of one project, with a text in the reason, as it is", async (context) => {
  const { letters } = await openLetters(context);
  letters.setAside([
    letter("u1", { reason: "100% wrong" }),
    letter("u2", { projectId: "2", reason: "100 wrong" }),
    letter("u3", { projectId: "2", reason: "right" }),
  ]);
  const filters: [LetterFilter, string[]][] = [
    [{}, ["u1", "u2", "u3"]],
    [{ projectId: "2" }, ["u2", "u3"]],
    [{ reason: "wrong" }, ["u1", "u2"]],
    [{ reason: "0% w" }, ["u1"]],
    [{ reason: "WRONG" }, []],
    [{ projectId: "2", reason: "wrong" }, ["u2"]],
  ];
  for (const [filter, expected] of filters) {
    assert.equal(letters.count(filter), expected.length);
    assert.deepEqual(
      letters.list(filter, 10).map(({ uuid }) => uuid),
      expected.toReversed(),
    );
    assert.deepEqual(
      [...letters.portions(filter)].flat().map(({ uuid }) => uuid),
      expected,
    );
  }
});

test("a list has the newest, with name and distinct id, also of one that is damaged", async (context) => {
  const { letters } = await openLetters(context);
  const damaged = ["{damaged", "null", '{"event":1}'].map((event, place) => letter(`d${place}`, { event }));
  letters.setAside([letter("u1"), letter("u2"), ...damaged]);
  const common = { projectId: "1", reason: "no sense", at: 5 };
  assert.deepEqual(letters.list({}, 4), [
    { uuid: "d2", ...common, name: "1", distinctId: "" },
    { uuid: "d1", ...common, name: "", distinctId: "" },
    { uuid: "d0", ...common, name: "", distinctId: "" },
    { uuid: "u2", ...common, name: "name of u2", distinctId: "ada" },
  ]);
});

test("many, or large ones, are read in portions: those that were there at the beginning", async (context) => {
  const { letters, others } = await openLetters(context);
  const large = { event: "x".repeat(3 * 1024 * 1024) };
  letters.setAside([letter("a", large), letter("b", large), letter("c", large)]);
  letters.setAside(Array.from({ length: 2500 }, (_, place) => letter(`u${place}`)));
  const sizes: number[] = [];
  const uuids = new Set<string>();
  for (const portion of others.portions({})) {
    sizes.push(portion.length);
    for (const { uuid } of portion) uuids.add(uuid);
    letters.setAside([letter(`late ${sizes.length}`)]);
    others.settle({ stored: portion.map(({ id }) => id), refused: [] });
  }
  assert.deepEqual(sizes, [2, 1000, 1000, 501]);
  assert.equal(uuids.size, 2503);
  assert.equal(letters.count(), 4);
});

test("what is settled goes, or has a new reason", async (context) => {
  const { letters, others } = await openLetters(context);
  letters.setAside([letter("u1"), letter("u2"), letter("u3")]);
  const ids = [...others.portions({})].flat().map(({ id }) => id);
  const [first = 0, second = 0] = ids;
  others.settle({ stored: [first], refused: [{ id: second, reason: "still none" }] });
  const left = [...letters.portions({})].flat();
  assert.deepEqual(left, [
    { id: second, ...letter("u2", { reason: "still none" }) },
    { id: ids[2], ...letter("u3") },
  ]);
});

test("beyond the bound the oldest go, as many as must", async (context) => {
  const event = "x".repeat(100);
  const { letters, others } = await openLetters(context, 1000);
  const add = (...uuids: string[]) => letters.setAside(uuids.map((uuid) => letter(uuid, { event })));
  const kept = () =>
    [...others.portions({})]
      .flat()
      .map(({ uuid }) => uuid)
      .join("");
  assert.deepEqual(add(..."abcdefghij"), { added: 10, dropped: 0 });
  assert.deepEqual(add("k", "l"), { added: 2, dropped: 2 });
  assert.equal(kept(), "cdefghijkl");
  assert.deepEqual(letters.setAside([letter("m", { event: event.repeat(3) })]), { added: 1, dropped: 3 });
  assert.equal(kept(), "fghijklm");
  const [f, g] = [...others.portions({})].flat();
  others.settle({ stored: [f?.id ?? 0, g?.id ?? 0], refused: [] });
  assert.deepEqual(add("n", "o"), { added: 2, dropped: 0 }, "others made room");
  assert.deepEqual(add("p"), { added: 1, dropped: 1 });
  assert.equal(kept(), "ijklmnop");
});

test("the bound holds for what an earlier run left", async (context) => {
  const { letters, others } = await openLetters(context, 300);
  others.setAside([..."abcdefgh"].map((uuid) => letter(uuid, { event: "x".repeat(100) })));
  assert.deepEqual(letters.setAside([letter("i", { event: "x".repeat(100) })]), { added: 1, dropped: 6 });
  assert.equal(letters.count(), 3);
});
