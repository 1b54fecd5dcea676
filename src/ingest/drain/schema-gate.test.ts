import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openTestStore } from "../../../test/support/engines/test-store.ts";
import { create } from "../event-schemas/event-schemas.ts";
import { listViolations, removeExamples } from "../event-schemas/violations.ts";
import type { NormalizedEvent } from "../normalize-events.ts";
import { SchemaGate } from "./schema-gate.ts";
import type { StoreResult } from "./store-events.ts";

const NOTHING: StoreResult = {
  dropped: 0,
  stored: 0,
  refusedMerges: [],
  refusedChanges: 0,
  refused: [],
  unapplied: [],
};
const ALL = { limit: 100, offset: 0 };
const NOW = Date.UTC(2026, 0, 1);
const BY = { projectId: "1", by: null, now: NOW };
const SCHEMA = { type: "object", properties: { plan: { enum: ["free", "pro"] } } };

/** Opens a gate before a store that keeps what it gets, and is out of order while `isFailing`. */
async function openGate(t: TestContext, mode: "warn" | "refuse" = "refuse") {
  const { store } = await openTestStore(t);
  await create(BY, { event: "signed up", mode, schema: SCHEMA }, store);
  const gate = new SchemaGate(
    async () => store,
    () => NOW,
  );
  const target = { isFailing: false, stored: [] as string[] };
  const pass = (events: readonly NormalizedEvent[], { journal = "j", isStored = false } = {}) =>
    gate.pass(events, { journal, isStored }, async (admitted) => {
      if (target.isFailing) throw new Error("out of order");
      for (const { uuid } of admitted) target.stored.push(uuid);
      return { ...NOTHING, stored: admitted.length };
    });
  const violations = async () => (await listViolations("1", ALL, store.records)).items;
  return { store, pass, target, violations };
}

function newEvent(index: number, properties: object, fields: Partial<NormalizedEvent> = {}): NormalizedEvent {
  const uuid = `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
  const event = { uuid, event: "signed up", distinctId: "ada", timestamp: NOW + index, receivedAt: NOW };
  const json = JSON.stringify(properties);
  return { ...event, projectId: "1", position: { group: 1, index }, properties: {}, json, ...fields };
}

test("an event that a schema refuses is not stored, and counts as dropped", async (t) => {
  const { pass, target, violations } = await openGate(t);
  const others = [newEvent(2, { plan: 1 }, { event: "other" }), newEvent(3, { plan: 1 }, { projectId: "2" })];
  const result = await pass([newEvent(0, { plan: "gold" }), newEvent(1, { plan: "pro" }), ...others]);
  assert.deepEqual([result.stored, result.dropped], [3, 1]);
  assert.deepEqual(
    target.stored,
    [1, 2, 3].map((index) => newEvent(index, {}).uuid),
  );
  assert.deepEqual(
    (await violations()).map(({ count, refused, examples }) => [count, refused, examples.length]),
    [[1, 1, 1]],
  );
});

test("each violation is counted once, however often a step is repeated", async (t) => {
  const { pass, target, violations } = await openGate(t, "warn");
  const events = [0, 1, 2, 3].map((index) => newEvent(index, { plan: index }));
  target.isFailing = true;
  await assert.rejects(pass(events), /out of order/);
  target.isFailing = false;
  await pass(events.slice(0, 2));
  await pass(events.slice(2));
  await pass(events, { isStored: true });
  assert.equal((await violations())[0]?.count, 4);
  await pass([newEvent(0, { plan: 1 }, { position: { group: 2, index: 0 } })]);
  await pass([newEvent(0, { plan: 1 })], { journal: "of another node" });
  assert.equal((await violations())[0]?.count, 6);
});

test("the newest examples are kept, few of what occurs often, and until they expire", async (t) => {
  const { pass, violations, store } = await openGate(t, "warn");
  await pass([newEvent(0, { plan: "rare", $lib: "x" })]);
  for (let group = 2; group < 5; group++) {
    const many = Array.from({ length: 50 }, (_, index) => ({ ...newEvent(group * 100 + index, { plan: index }) }));
    await pass(many.map((event, index) => ({ ...event, position: { group, index } })));
  }
  const [found] = await violations();
  assert.equal(found?.count, 151);
  assert.deepEqual(
    found?.examples.map(({ timestamp }) => timestamp - NOW),
    [449, 448, 447, 446, 445],
  );
  await removeExamples("1", ({ timestamp }) => timestamp < NOW + 447, store.records);
  assert.equal((await violations())[0]?.examples.length, 3);
});

test("large properties are shortened", async (t) => {
  const { pass, violations } = await openGate(t, "warn");
  const names = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`${index} ${"n".repeat(500)}`, index]));
  await pass([newEvent(0, { plan: 1, text: "x".repeat(10_000), deep: { a: { b: { c: [1] } } }, names })]);
  const text = (await violations())[0]?.examples[0]?.properties ?? "";
  assert.ok(text.length <= 2000 && text.includes('"plan":1'), text);
});

test("violations of a project that was removed meanwhile are removed with it", async (t) => {
  const { pass, store, violations } = await openGate(t);
  const { projectRemovals, tenants } = store;
  await tenants.addProject({ organizationId: "o", name: "Web", createdAt: 1 });
  await pass([newEvent(0, { plan: "pro" })]);
  await projectRemovals.begin("1", NOW);
  await projectRemovals.advance("1", "removed", NOW);
  await pass([newEvent(1, { plan: "gold" })]);
  assert.deepEqual(
    (await projectRemovals.unconfirmed()).map(({ id, stage }) => [id, stage]),
    [["1", "removing"]],
  );
  while (await projectRemovals.removeData("1", 100));
  assert.deepEqual(await violations(), []);
});
