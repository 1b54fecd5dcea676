import assert from "node:assert/strict";
import { test } from "node:test";
import { type ContractOperation, OPERATIONS } from "../contract/routes.ts";
import { newReadTurns } from "./read-turns.ts";

const operation = (id: ContractOperation["id"]) => OPERATIONS.find((one) => one.id === id) as ContractOperation;
const OPTIONS = { max: 20, maxPerClient: 15, maxWaitMs: 60_000 };
const LISTS_AT_ONCE = 3;

/** Counts the answers that are made at the same time. */
function openTurns(options = OPTIONS) {
  const takeTurn = newReadTurns(options);
  const seen = { now: 0, most: 0, names: [] as string[] };
  const run = (name: string, { id = "events_list", client = "a", hasLeft = false } = {}) =>
    takeTurn(
      operation(id as ContractOperation["id"]),
      () => client,
      () => hasLeft,
      async () => {
        seen.now += 1;
        seen.most = Math.max(seen.most, seen.now);
        seen.names.push(name);
        for (let turns = 0; turns < 10; turns++) await new Promise((resolve) => setImmediate(resolve));
        seen.now -= 1;
        return name;
      },
    );
  return { run, seen };
}

test("few reads of all clients are in memory at once, and clients take turns", async () => {
  const { run, seen } = openTurns();
  const greedy = Array.from({ length: 10 }, (_, index) => run(`greedy ${index}`));
  const modest = run("modest", { client: "b" });
  assert.deepEqual(await Promise.all([...greedy.slice(0, 3), modest]), ["greedy 0", "greedy 1", "greedy 2", "modest"]);
  await Promise.all(greedy);
  assert.equal(seen.most, LISTS_AT_ONCE);
  assert.ok(seen.names.indexOf("modest") <= 4, String(seen.names));
});

test("writes, and what does not read the store, need no turn", async () => {
  for (const id of ["feature_flags_create", "event_definitions_list", "session_recordings_snapshots_retrieve"]) {
    const { run, seen } = openTurns();
    await Promise.all(Array.from({ length: 30 }, (_, index) => run(String(index), { id })));
    assert.equal(seen.names.length, 30);
  }
});

test("a client that has left costs nothing", async () => {
  const { run, seen } = openTurns();
  await assert.rejects(run("left", { hasLeft: true }), { code: "throttled" });
  await run("stays");
  assert.deepEqual(seen.names, ["stays"]);
});

test("a client with too many waiting requests is refused, and others are not", async () => {
  const { run } = openTurns();
  const waiting = Array.from({ length: LISTS_AT_ONCE + OPTIONS.maxPerClient }, (_, index) => run(String(index)));
  await assert.rejects(run("too many"), { code: "throttled" });
  await Promise.all([...waiting, run("another", { client: "b" })]);
});

test("lists that wait keep no single read waiting", async () => {
  const { run, seen } = openTurns();
  const lists = Array.from({ length: 10 }, (_, index) => run(`list ${index}`));
  await run("single", { id: "users_me_retrieve" });
  assert.ok(seen.names.length < 11, String(seen.names));
  await Promise.all(lists);
});

test("those whose turn comes too late are refused, as while the store is away", async () => {
  const { run, seen } = openTurns({ ...OPTIONS, maxWaitMs: -1 });
  await assert.rejects(run("late"), { code: "service_unavailable" });
  assert.deepEqual(seen.names, []);
});
