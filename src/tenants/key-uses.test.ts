import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestStore } from "../../test/support/engines/test-store.ts";
import type { KeyUse } from "../store/records/keys.ts";
import { KEY_CACHE_TTL_MS, Keyring, keyUsesOf } from "./keyring.ts";
import { setUp } from "./setup.ts";

const HOUR_MS = 3_600_000;
const NOON = 1_700_000_000_000 - (1_700_000_000_000 % HOUR_MS);

test("each key's use is stored once an hour, however often it is presented", async (t) => {
  const { store } = await openTestStore(t);
  const { projectApiKey, owner } = await setUp(store, {});
  const clock = { now: NOON + 1 };
  const writes: KeyUse[][] = [];
  const recordUses = async (all: readonly KeyUse[]) => {
    writes.push([...all]);
    await store.keys.recordUses(all);
  };
  const uses = keyUsesOf({ recordUses }, () => clock.now);
  const keyring = new Keyring(store.keys, () => clock.now, uses);
  const storedUses = async () => (await store.keys.list()).map(({ kind, lastUsedAt }) => [kind, lastUsedAt]);

  await keyring.findProjectKey("phc_unknown");
  await uses.store();
  assert.deepEqual(writes, [], "an unknown key is no use");
  for (let request = 0; request < 50; request++) {
    await keyring.findProjectKey(projectApiKey);
    await uses.store();
    clock.now += KEY_CACHE_TTL_MS;
  }
  assert.equal(writes.length, 1);
  assert.deepEqual(await storedUses(), [
    ["project", NOON],
    ["personal", null],
  ]);
  clock.now += HOUR_MS;
  await keyring.findProjectKey(projectApiKey);
  await keyring.findPersonalKey(owner.personalApiKey);
  await uses.store();
  assert.equal(writes.length, 2);
  assert.deepEqual(await storedUses(), [
    ["project", NOON + HOUR_MS],
    ["personal", NOON + HOUR_MS],
  ]);
});

test("a failing store loses no use", async () => {
  let isUp = false;
  const stored: KeyUse[] = [];
  const recordUses = async (all: readonly KeyUse[]) => {
    if (!isUp) throw new Error("down");
    stored.push(...all);
  };
  const clock = { now: NOON };
  const uses = keyUsesOf({ recordUses }, () => clock.now);
  const common = { lookup: "", hint: "", label: "", createdAt: 1, lastUsedAt: null };
  uses.note({ id: "a", kind: "project", projectId: "1", ...common });
  await assert.rejects(uses.store());
  clock.now += HOUR_MS;
  uses.note({ id: "b", kind: "personal", userId: 1, readOnly: false, ...common });
  isUp = true;
  await uses.store();
  await uses.store();
  assert.deepEqual(stored, [
    { id: "a", at: NOON },
    { id: "b", at: NOON + HOUR_MS },
  ]);
});
