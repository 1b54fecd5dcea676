import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { newEvent } from "../../test/conformance/samples.ts";
import { fillForMove, readAll } from "../../test/support/engines/move-data.ts";
import { embedded, external, MOVE_TARGETS, move, withEngines } from "../../test/support/engines/move-engines.ts";
import { noMongoServer } from "../../test/support/engines/test-mongo.ts";
import { noS3Server } from "../../test/support/engines/test-s3.ts";
import { openStore } from "../store/choose-engines.ts";
import { moveStore } from "./move-store.ts";

for (const { name, create, skip } of MOVE_TARGETS) {
  test(`what was moved to ${name} and back is the same`, { skip }, async (t) => {
    const [first, second, third] = [await embedded(t), await create(t), await embedded(t)];
    await withEngines(first, fillForMove);
    const before = await withEngines(first, readAll);
    const there = await move(first, second);
    assert.deepEqual(await withEngines(second, readAll), before);
    const back = await move(second, third);
    assert.deepEqual(back.rows, there.rows);
    assert.deepEqual(await withEngines(third, readAll), before);
    assert.deepEqual(await withEngines(first, readAll), before);
    for (const config of [second, third]) await withEngines(config, (store) => goOn(store));
  });
}

test("a database of MongoDB that has data, or is being filled, is left alone", {
  skip: noMongoServer ?? noS3Server,
}, async (t) => {
  const [one, two, target, other] = [await embedded(t), await embedded(t), await external(t), await embedded(t)];
  for (const config of [one, two]) await withEngines(config, async () => {});
  const interrupted = moveStore({
    ...{ from: one, to: target, onWaiting: () => {} },
    runWithProgress: async () => {
      throw new Error("interrupted");
    },
  });
  await assert.rejects(interrupted, /interrupted/);
  await assert.rejects(openStore(target), /being moved into the database/);
  await assert.rejects(move(target, other), /being moved into the database/);
  await assert.rejects(move(two, { ...target, DATA_DIR: other.DATA_DIR }), /not empty/);
  await move(one, target);
  await assert.rejects(move(two, { ...target, DATA_DIR: other.DATA_DIR }), /not empty/);
  await withEngines(target, ({ erasures }) => erasures.reportNode({ id: "n", name: "other", seenAt: Date.now() }));
  await assert.rejects(move(target, other), /The node n \(other\)/);
});

test("what changed after an interrupted move is moved, too", async (t) => {
  const [from, to] = [await embedded(t), await embedded(t)];
  await withEngines(from, fillForMove);
  const interrupted = moveStore({
    ...{ from, to, onWaiting: () => {} },
    runWithProgress: async (label, _total, work) => {
      if (label === "rows compared") throw new Error("interrupted");
      return work(() => {});
    },
  });
  await assert.rejects(interrupted, /interrupted/);
  await withEngines(from, async ({ events, persons, tenants }) => {
    const [{ uuid = "" } = {}] = await events.latest("1", {}, 1);
    await events.erase("1", [uuid]);
    await events.insert([newEvent("1")]);
    const { items } = await persons.list("1", { limit: 1, offset: 0 });
    await persons.update("1", [{ uuid: items[0]?.uuid ?? "", changes: [{ set: { later: true } }], identify: false }]);
    await tenants.renameProject("2", "renamed");
  });
  await move(from, to);
  assert.deepEqual(await withEngines(to, readAll), await withEngines(from, readAll));
});

test("a move does not begin if it would mix stores or lose what is under way", async (t) => {
  const [one, two, target] = [await embedded(t), await embedded(t), await embedded(t)];
  await assert.rejects(move(one, target), /There is no database/);
  for (const config of [one, two]) await withEngines(config, async () => {});
  await assert.rejects(move(one, one), /same store/);
  await assert.rejects(move(one, two), /a database .* already/);
  const erasure = { id: randomUUID(), projectId: "1", requestedAt: 5, stage: "removing", completedAt: null } as const;
  await withEngines(one, ({ erasures }) => erasures.insert(erasure));
  await assert.rejects(move(one, target), /are being erased/);
  await withEngines(one, ({ erasures }) => erasures.advance(erasure, "completed", 9));
  const begun = moveStore({
    ...{ from: one, to: target, onWaiting: () => {} },
    runWithProgress: async () => {
      throw new Error("interrupted");
    },
  });
  await assert.rejects(begun, /interrupted/);
  await assert.rejects(move(two, target), /A move of another store was begun/);
  await move(one, target);
});

/** New data come after those that were moved. */
async function goOn(store: Parameters<typeof readAll>[0]): Promise<void> {
  const { tenants, events, flags, recordings } = store;
  assert.equal(await tenants.claimFirstSetup(), false);
  const project = await tenants.addProject({ organizationId: "new", name: "new", createdAt: 1 });
  assert.equal(project.id, "4");
  const event = newEvent("1");
  await events.insert([event]);
  const stored = [];
  for await (const { uuid } of events.stored({ projectId: "1", after: null })) stored.push(uuid);
  assert.equal(stored.at(-1), event.uuid);
  const content = { definition: "{}", version: 1, deleted: false, createdAt: 1, createdBy: null, updatedAt: 1 };
  assert.equal((await flags.change("1", "new", () => ({ ...content, activity: "[]" })))?.number, 5);
  const session = { projectId: "1", sessionId: "begun" };
  const unflushed = await recordings.pieces.unflushed("1", "begun")[Symbol.asyncIterator]().next();
  assert.equal(unflushed.done, false);
  const file = await recordings.flushing.beginFile(session, "p/");
  assert.ok(file);
  assert.equal(await recordings.flushing.finishFile(session, { ...file, bytes: 1 }), true);
  assert.equal((await recordings.pieces.files("1", "begun")).length, 1);
  const { done } = await recordings.pieces.unflushed("1", "begun")[Symbol.asyncIterator]().next();
  assert.equal(done, true);
}
