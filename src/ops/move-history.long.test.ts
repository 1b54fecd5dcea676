import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { newEvent, storedEvents } from "../../test/conformance/samples.ts";
import { embedded, MOVE_TARGETS, move, withEngines } from "../../test/support/engines/move-engines.ts";
import { fileAndLeave } from "../../test/support/file-and-leave.ts";
import { completeEvents, openAnswers } from "../service/open-answers.ts";
import type { Config } from "../settings/config.ts";
import type { StoredEvent } from "../store/ports/events.ts";
import { moveStore } from "./move-store.ts";

const PROJECTS = ["1", "2"];

/** Events of both projects in turns; the order of time is another one. */
function newEvents(count: number, from: number): StoredEvent[] {
  return Array.from({ length: count }, (_, index) => {
    const at = from + index;
    return newEvent(PROJECTS[index % 2] ?? "", { uuid: randomUUID(), timestamp: 1000 - at, receivedAt: at });
  });
}

/** Checks that each of these events is listed and counted once. */
async function assertAll(config: Config, events: readonly StoredEvent[]): Promise<void> {
  await withEngines(config, async (store, fileStore) => {
    const answers = openAnswers(config, store, fileStore, { error: assert.fail });
    const complete = completeEvents(store, async () => answers);
    try {
      for (const project of PROJECTS) {
        const own = events.filter(({ projectId }) => projectId === project);
        const scanned = await storedEvents(complete, project);
        assert.deepEqual(
          scanned,
          own.toSorted((a, b) => a.timestamp - b.timestamp),
        );
      }
    } finally {
      await answers.close();
    }
  });
}

/** Files all events, and lets all of them leave. Returns how many did. */
function leaveAll(config: Config, before: number): Promise<number> {
  return withEngines(config, (store, { files }) => fileAndLeave(store, files, config.DATA_DIR, before));
}

for (const { name, create, skip } of MOVE_TARGETS) {
  test(`events that left move with their files to ${name} and back`, { skip }, async (t) => {
    const [first, second, third] = [await embedded(t), await create(t), await embedded(t)];
    const [old, unfiled, changed] = [newEvents(9, 0), newEvents(5, 20), newEvents(3, 40)];
    await withEngines(first, async ({ tenants, events }) => {
      const organization = { id: randomUUID(), name: "", createdAt: 1 };
      await tenants.addOrganization(organization);
      for (const _ of PROJECTS) await tenants.addProject({ organizationId: organization.id, name: "", createdAt: 1 });
      await events.insert(old);
    });
    assert.equal(await leaveAll(first, 4), 4);
    await withEngines(first, ({ events }) => events.insert(unfiled));

    const interrupted = moveStore({
      ...{ from: first, to: second, onWaiting: () => {} },
      runWithProgress: async (label, _total, work) => {
        const result = await work(() => {});
        if (label === "rows compared") throw new Error("interrupted");
        return result;
      },
    });
    await assert.rejects(interrupted, /interrupted/);
    const [erased, ...kept] = unfiled;
    await withEngines(first, async ({ events }) => {
      await events.erase("1", [erased?.uuid ?? ""]);
      await events.insert(changed);
    });
    const there = await move(first, second);
    const all = [...old, ...kept, ...changed];
    await assertAll(second, all);

    const back = await move(second, third);
    assert.deepEqual([back.rows.events, back.rows.history], [there.rows.events, there.rows.history]);
    await assertAll(third, all);
    for (const config of [second, third]) {
      assert.ok((await leaveAll(config, Date.now() + 60_000)) > 0);
      await assertAll(config, all);
    }
    await move(third, await embedded(t));
  });
}
