import assert from "node:assert/strict";
import { test } from "node:test";
import type { Erasure, MatchingId } from "../../store/records/erasures.ts";
import { ErasureGate, ErasurePending, type GatedEvent } from "./erasure-gate.ts";

const event = (distinctId: string, receivedAt: number, more: Partial<GatedEvent> = {}): GatedEvent => {
  return { projectId: "1", event: "seen", distinctId, receivedAt, properties: {}, ...more };
};

const E = { id: "e", stage: "detaching" } as const;

/** Returns a gate while `ada` is being erased, as requested at 10, and how often caches were cleared. */
function gateAt(stage: MatchingId["stage"] | null) {
  const erasure: Erasure = {
    ...{ id: "e", projectId: "1", requestedAt: 10, stage: stage ?? "completed", completedAt: null },
  };
  let [cleared, waits] = [0, 0];
  const asked: string[] = [];
  const gate = new ErasureGate({
    erasures: async () => ({
      unfinished: async () => (stage === null ? [] : [erasure]),
      matching: async (projectId, distinctIds) => {
        asked.push(projectId);
        return distinctIds.filter((id) => id === "ada").map((distinctId) => ({ ...erasure, distinctId }));
      },
    }),
    onNewErasure: () => {
      cleared += 1;
    },
    onWait: () => {
      waits += 1;
    },
  });
  return { gate, asked, cleared: () => cleared, waits: () => waits };
}

const admitted = (gate: ErasureGate, events: readonly GatedEvent[]) =>
  gate.pass(events, async (all) => all.map(({ distinctId, receivedAt }) => `${distinctId}@${receivedAt}`));

test("without an erasure all events pass", async () => {
  const { gate, cleared } = gateAt(null);
  assert.deepEqual(await admitted(gate, [event("ada", 1), event("bob", 2)]), ["ada@1", "bob@2"]);
  assert.equal(cleared(), 0);
});

test("only projects with an erasure in progress are looked at", async () => {
  const { gate, asked } = gateAt("detaching");
  const others = Array.from({ length: 500 }, (_, number) => event("ada", 9, { projectId: String(number + 1) }));
  assert.equal((await admitted(gate, others)).length, 499);
  assert.deepEqual(asked, ["1"]);
});

test("earlier events of an erased id are dropped in every stage, later ones wait for the person to go", async () => {
  const earlier = [event("ada", 9), event("bob", 9), event("ada", 10)];
  for (const stage of ["collecting", "detaching", "removing", "sweeping"] as const) {
    assert.deepEqual(await admitted(gateAt(stage).gate, earlier), ["bob@9"]);
  }
  for (const stage of ["collecting", "detaching"] as const) {
    const { gate, waits } = gateAt(stage);
    await assert.rejects(admitted(gate, [event("bob", 11), event("ada", 11)]), ErasurePending);
    assert.equal(waits(), 9);
  }
  assert.deepEqual(await admitted(gateAt("removing").gate, [event("ada", 11)]), ["ada@11"]);
});

test("an event that links an erased id to another is treated like one of the erased id", async () => {
  const links = [
    { event: "$identify", properties: { $anon_distinct_id: "ada" } },
    { event: "$create_alias", properties: { alias: "ada" } },
  ];
  for (const link of links) {
    assert.deepEqual(await admitted(gateAt("removing").gate, [event("bob", 9, link)]), []);
    await assert.rejects(admitted(gateAt("detaching").gate, [event("bob", 11, link)]), ErasurePending);
  }
  assert.deepEqual(await admitted(gateAt("removing").gate, [event("bob", 9, { properties: { alias: "ada" } })]), [
    "bob@9",
  ]);
});

test("caches are cleared once when events meet an erasure, and once for each number of its distinct ids", async () => {
  const { gate, cleared } = gateAt("removing");
  for (let times = 0; times < 2; times++) await admitted(gate, [event("bob", 1)]);
  assert.equal(cleared(), 0);
  for (let times = 0; times < 2; times++) await admitted(gate, [event("ada", 1)]);
  for (let times = 0; times < 2; times++) await gate.applyStage(E, 1);
  assert.equal(cleared(), 2);
  await gate.applyStage(E, 2);
  assert.equal(cleared(), 3, "one more distinct id");
  await gate.applyStage({ ...E, id: "another" }, 1);
  assert.equal(cleared(), 4);
});

test("an erasure is applied once nothing is being stored that passed before", async () => {
  const { gate } = gateAt(null);
  let finish = () => {};
  const storing = gate.pass([event("ada", 1)], () => new Promise<void>((resolve) => (finish = resolve)));
  await new Promise((resolve) => setImmediate(resolve));
  const order: string[] = [];
  const applied = gate.applyStage(E, 1).then(() => order.push("applied"));
  order.push("stored");
  finish();
  await Promise.all([storing, applied]);
  assert.deepEqual(order, ["stored", "applied"]);
});
