import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openTestStore } from "../../../test/support/engines/test-store.ts";
import { problem } from "../../lib/problem.ts";
import type { Records } from "../../store/ports/records.ts";
import { SCHEDULED_CHANGES } from "../../store/records/saved-kinds.ts";
import { parseStoredFlag } from "../define/flag-definition.ts";
import { createFlag, type FlagChange, updateFlag } from "./edit-flags.ts";
import { makeScheduledChanges, scheduledChangesOf } from "./scheduled-changes.ts";

const NOW = Date.parse("2026-03-10T09:00:00Z");
const MINUTE = 60_000;
const { signal } = new AbortController();
const context = { projectId: "1", by: 4, now: NOW };

/** Returns a flag to which a condition is added at `NOW`. */
async function scheduled(t: TestContext) {
  const { store } = await openTestStore(t);
  const announced: FlagChange[] = [];
  const portsAt = (now: number, records: Records = store.records) => {
    return { flags: store.flags, records, now: () => now, announce: (change: FlagChange) => announced.push(change) };
  };
  const flag = await createFlag(context, { key: "form", filters: { groups: [{}] } }, portsAt(NOW));
  const value = { groups: [{ rollout_percentage: 20 }] };
  const fields = { record_id: String(flag.number), model_name: "FeatureFlag", scheduled_at: "2026-03-10T09:00:00Z" };
  const payload = { operation: "add_release_condition", value } as const;
  const { id } = await scheduledChangesOf(store).create(context, { ...fields, payload } as never, store);
  announced.length = 0;
  const run = (now: number, records?: Records) => makeScheduledChanges(portsAt(now, records), signal);
  const groups = async () =>
    parseStoredFlag((await store.flags.find("1", flag.number))?.definition ?? "").filters.groups.length;
  const change = () => store.records.find(SCHEDULED_CHANGES, { projectId: "1", id });
  return { store, flag, run, groups, change, announced, portsAt };
}

test("a change is made once by several nodes, as who scheduled it", async (t) => {
  const { run, groups, change, announced } = await scheduled(t);
  await run(NOW);
  assert.deepEqual([await groups(), announced.length], [1, 0], "it is not due yet");
  await Promise.all([run(NOW + 1), run(NOW + 1), run(NOW + 1)]);
  assert.deepEqual([await groups(), announced.map(({ activity }) => activity.userId)], [2, [4]]);
  const { executed_at, dueAt } = (await change()) ?? {};
  assert.deepEqual([executed_at, dueAt], ["2026-03-10T09:00:00.001Z", null]);
});

test("a node that is killed after it changed the flag lets none change it again", async (t) => {
  const { store, flag, run, groups, change, announced, portsAt } = await scheduled(t);
  let changes = 0;
  const killed: Records = {
    ...store.records,
    change: async (...parameters: Parameters<Records["change"]>) => {
      if (parameters[0].name === SCHEDULED_CHANGES.name && ++changes > 1) throw new Error("killed");
      return store.records.change(...parameters);
    },
  } as Records;
  await assert.rejects(run(NOW + 1, killed), /killed/);
  assert.deepEqual([await groups(), (await change())?.executed_at], [2, null]);
  // Someone else changes the flag meanwhile.
  await updateFlag(context, flag.number, { active: false }, portsAt(NOW));
  await run(NOW + MINUTE);
  assert.equal((await change())?.executed_at, null, "the claim lasts");
  await run(NOW + MINUTE + 2);
  assert.deepEqual([await groups(), announced.length], [2, 2]);
  assert.equal((await change())?.failure_reason, null);
  assert.notEqual((await change())?.executed_at, null);
});

test("a store that fails refuses nothing: the change is made when it is back", async (t) => {
  const { store, run, groups, change } = await scheduled(t);
  const failing: Records = { ...store.records, insert: () => Promise.reject(new Error("the store is away")) };
  await assert.rejects(run(NOW + 1, failing), /away/);
  assert.deepEqual([await groups(), (await change())?.failure_reason], [1, null]);
  await run(NOW + MINUTE + 2);
  assert.equal(await groups(), 2);
});

test("a change recurs on the last day of shorter months, and skips times that are over", async (t) => {
  const { store, flag, run } = await scheduled(t);
  const recurring = { is_recurring: true, scheduled_at: "2026-01-31T09:00:00Z", record_id: String(flag.number) };
  const payload = { operation: "update_status", value: false } as const;
  const times: string[] = [];
  for (const [interval, now] of [
    ["daily", "2026-03-10T09:00:00Z"],
    ["weekly", "2026-02-28T08:00:00Z"],
    ["monthly", "2026-01-31T10:00:00Z"],
    ["yearly", "2026-01-31T10:00:00Z"],
  ] as const) {
    const fields = { ...recurring, recurrence_interval: interval, model_name: "FeatureFlag", payload } as const;
    const { id } = await scheduledChangesOf(store).create(context, fields, store);
    await run(Date.parse(now));
    times.push((await store.records.find(SCHEDULED_CHANGES, { projectId: "1", id }))?.scheduled_at ?? "");
  }
  assert.deepEqual(
    times.map((text) => text.slice(0, 10)),
    ["2026-03-11", "2026-02-28", "2026-02-28", "2027-01-31"],
  );
  const recurs = { ...recurring, recurrence_interval: "monthly", model_name: "FeatureFlag", payload } as const;
  const { id } = await scheduledChangesOf(store).create(context, recurs, store);
  await run(Date.parse("2026-01-31T10:00:00Z"));
  await run(Date.parse("2026-02-28T10:00:00Z"));
  const { scheduled_at, day } = (await store.records.find(SCHEDULED_CHANGES, { projectId: "1", id })) ?? {};
  assert.deepEqual([scheduled_at, day], ["2026-03-31T09:00:00.000Z", 31], "longer months have the day again");
});

test("a flag that others change at each attempt is left for later", async (t) => {
  const { store, run, groups, change } = await scheduled(t);
  let attempts = 0;
  const records: Records = {
    ...store.records,
    insert: () => {
      attempts += 1;
      return Promise.reject(problem("conflict"));
    },
  } as Records;
  await assert.rejects(run(NOW + 1, records), { code: "conflict" });
  assert.deepEqual([attempts, await groups(), (await change())?.failure_reason], [20, 1, null]);
});
