import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { type TestContext, test } from "node:test";
import { openTestStore } from "../../test/support/engines/test-store.ts";
import { problem } from "../lib/problem.ts";
import { COHORT_PERSONS, hasPerson, readCohortPersons, renewCohortPersons } from "../store/records/cohort-persons.ts";
import { COHORTS } from "../store/records/saved-kinds.ts";
import type { EngineAnswer } from "./engine/engine-methods.ts";
import { findCohortPersons } from "./find-cohort-persons.ts";

const NOW = Date.parse("2026-03-13T10:30:00Z");
const MINUTE = 60_000;
const key = { projectId: "1", id: 7 };
const { signal } = new AbortController();
const saved = { projectId: "1", createdAt: 1, createdBy: null, updatedAt: 1, updatedBy: null };
const behavior = { type: "behavioral", key: "book", value: "performed_event" };

const base64Of = (uuids: readonly string[]) =>
  Buffer.from(uuids.join("").replaceAll("-", ""), "hex").toString("base64");

/** Returns a store with a flag on a cohort of those who did something, and what finds its persons at a time. */
async function watched(t: TestContext) {
  const { store } = await openTestStore(t);
  const { records } = store;
  const filters = JSON.stringify({ properties: { type: "AND", values: [behavior] } });
  const texts = { name: "Active", description: "", filters, isStatic: false };
  await records.insert(COHORTS, { ...saved, ...texts, id: 7, revision: 3, deleted: null } as never);
  const condition = { key: "id", type: "cohort", value: 7 };
  const flags = [{ definition: JSON.stringify({ filters: { groups: [{ properties: [condition] }] } }) }];
  const world = {
    uuids: [randomUUID()],
    hasMore: false,
    failure: null as Error | null,
    asked: 0,
    flags,
    during: async () => {},
  };
  const run = async () => {
    world.asked += 1;
    if (world.failure) throw world.failure;
    if (world.asked === 1) await world.during();
    return { rows: JSON.stringify([[base64Of(world.uuids.toSorted())]]), hasMore: world.hasMore } as EngineAnswer;
  };
  const ports = { store: { ...store, flags: { ...store.flags, list: async () => world.flags as never } } };
  const at = (now: number) => findCohortPersons({ ...ports, answers: { run }, now: () => now }, signal);
  const persons = () => readCohortPersons(key, 3, undefined, records);
  await persons(); // asks for them
  return { at, world, persons, records };
}

test("persons are found when flags ask for them, and again every ten minutes", async (t) => {
  const { at, world, persons } = await watched(t);
  const [first = ""] = world.uuids;
  await at(NOW);
  const before = await persons();
  assert.ok(before && hasPerson(before, first));
  world.uuids = [randomUUID()];
  await at(NOW + 9 * MINUTE);
  assert.deepEqual([world.asked, (await persons())?.at], [1, NOW]);
  await at(NOW + 10 * MINUTE + 1);
  const found = await persons();
  assert.ok(found);
  assert.deepEqual([hasPerson(found, first), hasPerson(found, world.uuids[0] ?? ""), world.asked], [false, true, 2]);
});

test("persons found before are used while they cannot be found, or are too many", async (t) => {
  const { at, world, persons } = await watched(t);
  await at(NOW);
  world.failure = problem("service_unavailable", { retryAfter: 1 });
  await assert.rejects(at(NOW + 11 * MINUTE));
  world.failure = null;
  world.hasMore = true;
  await at(NOW + 12 * MINUTE);
  assert.equal(world.asked, 2, "it is claimed for some minutes");
  await assert.rejects(at(NOW + 17 * MINUTE), /1000000 persons/);
  assert.equal((await persons())?.at, NOW);
});

test("persons who change while they are sought are sought again", async (t) => {
  const { at, world, records } = await watched(t);
  world.during = () => renewCohortPersons(key, records);
  await at(NOW);
  await at(NOW + 1);
  assert.equal(world.asked, 2);
});

test("persons are forgotten once no flag tests the cohort", async (t) => {
  const { at, world, records } = await watched(t);
  await at(NOW);
  world.flags = [{ definition: "{}" }];
  await at(NOW + 11 * MINUTE);
  assert.equal(await records.find(COHORT_PERSONS, { ...key, part: 0 }), null);
});
