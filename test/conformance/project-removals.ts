import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { Store } from "../../src/store/ports/stores.ts";
import { countEvents } from "../support/count-events.ts";
import { type Engine, testStore } from "./engine-suites.ts";
import { putFlags } from "./put-flags.ts";
import { newSample, SAMPLES } from "./sample-records.ts";
import { collect, newEvent, newPiece } from "./samples.ts";

/** Long enough that keys have a hash of it. */
const LONG = "x".repeat(600);

/** Tests what the port guarantees. */
export function describeProjectRemovals(engine: Engine<Store>): void {
  describe(`${engine.name}: removed projects`, () => {
    const store = testStore(engine);

    async function newProjects(count: number): Promise<string[]> {
      const ids: string[] = [];
      const organizationId = randomUUID();
      for (let number = 0; number < count; number++) {
        const project = await store.connection.tenants.addProject({ organizationId, name: "Web", createdAt: 1 });
        ids.push(project.id);
      }
      return ids;
    }

    /** Stores something of each kind. */
    async function fill(id: string): Promise<void> {
      const { keys, events, persons, groups, flags, erasures, checkpoints, recordings, records } = store.connection;
      const key = { id: `key ${id}`, lookup: `lookup ${id}`, hint: "", label: "", createdAt: 1, lastUsedAt: null };
      await keys.insert({ ...key, kind: "project", projectId: id });
      await events.insert([newEvent(id), newEvent(id), newEvent(id)]);
      const found = await persons.ensure(
        id,
        ["ada", "bob", LONG].map((distinctId) => ({ distinctId, at: 1 })),
      );
      const [ada, bob] = ["ada", "bob"].map((distinctId) => found.get(distinctId)?.uuid ?? assert.fail());
      await persons.merge(id, ada ?? "", bob ?? "");
      await groups.registerTypes(id, ["company"]);
      await groups.update(id, [{ type: "company", key: LONG, changes: [], at: 1 }]);
      await putFlags(flags, id, [{ key: "a", definition: "{}", updatedAt: 1 }]);
      await flags.keepIdentifiers(id, ada ?? "", ["a"], "ada");
      const erasure = {
        id: randomUUID(),
        projectId: id,
        requestedAt: 1,
        stage: "removing",
        completedAt: null,
      } as const;
      await erasures.insert(erasure);
      await erasures.addItems(erasure, "distinct_id", ["ada"]);
      await checkpoints.advance(`journal ${id}`, id, { group: 1, index: 1 });
      await records.insert(SAMPLES, newSample(id, "a"));
      await records.insert(SAMPLES, newSample(id, "b"));
      const { pieces, flushing, library } = recordings;
      for (const sessionId of ["s", "erased", LONG]) {
        await pieces.append(id, [newPiece(sessionId)]);
        await flushing.beginFile({ projectId: id, sessionId }, `${sessionId}/`);
        await pieces.append(id, [newPiece(sessionId)]);
        await pieces.saveProperties(id, [{ sessionId, at: 1, checkAt: 9, properties: { a: 1 } }]);
        await library.markViewed(id, sessionId, 1, 1);
      }
      await pieces.keepChunk(id, { sessionId: "s", snapshot: randomUUID(), number: 0, receivedAt: 1, event: "{}" });
      await recordings.erasure.erase(id, "erased", 1);
    }

    /** Returns what can be read of a project. */
    async function contentOf(id: string) {
      const { tenants, keys, events, persons, groups, flags, erasures, checkpoints, recordings } = store.connection;
      const { library, pieces, erasure } = recordings;
      const { count, items } = await library.list(id, { limit: 10, offset: 0 });
      return {
        project: await tenants.findProject(id),
        keys: (await keys.list()).filter((key) => key.kind === "project" && key.projectId === id).length,
        events: await countEvents(events, id, {}),
        persons: (await persons.find(id, ["ada", "bob", LONG])).size,
        types: await groups.types(id),
        groups: (await groups.find(id, [{ type: "company", key: LONG }])).length,
        flags: (await flags.list(id)).length,
        erasures: await erasures.list(id, { limit: 10, offset: 0 }),
        matching: await erasures.matching(id, ["ada"]),
        checkpoint: await checkpoints.find(`journal ${id}`, id),
        recordings: [count, items.length],
        pieces: (await collect(pieces.unflushed(id, "s"))).length,
        properties: (await library.properties(id, ["s"])).size,
        erased: [...(await erasure.erased(id, ["erased"]))],
        records: (await store.connection.records.scan(SAMPLES, { where: { projectId: id } }, { limit: 9 })).length,
        files: (await erasure.erasures(100)).filter(({ projectId }) => projectId === id).length,
      };
    }

    async function removeAll(id: string, limit: number): Promise<number> {
      let calls = 0;
      while (await store.connection.projectRemovals.removeData(id, limit)) calls += 1;
      return calls;
    }

    test("are gone with their keys at once, and then with all data, in batches; others keep theirs", async () => {
      const { projectRemovals } = store.connection;
      const ids = await newProjects(11);
      const [removed, neighbor, other] = [ids[0] ?? "", ids[9] ?? "", ids[10] ?? ""];
      assert.deepEqual([removed, neighbor, other], ["1", "10", "11"]);
      for (const id of [removed, neighbor, other]) await fill(id);
      const before = [await contentOf(neighbor), await contentOf(other)];

      const begun = await projectRemovals.begin(removed, 100);
      assert.deepEqual(begun, { ...begun, id: removed, name: "Web", stage: "removing", since: 100 });
      assert.deepEqual(await projectRemovals.begin(removed, 200), begun);
      const { project, keys, events } = await contentOf(removed);
      assert.deepEqual([project, keys, events], [null, 0, 3]);
      assert.deepEqual(await projectRemovals.unconfirmed(), [begun]);

      assert.ok((await removeAll(removed, 2)) > 5);
      assert.deepEqual(await contentOf(removed), await contentOf("999"));
      assert.deepEqual([await contentOf(neighbor), await contentOf(other)], before);
    });

    test("are remembered, with their names until the data are gone", async () => {
      const { projectRemovals, tenants } = store.connection;
      const [id = "", present = ""] = await newProjects(2);
      assert.equal(await projectRemovals.begin("999999", 1), null);
      assert.equal(await projectRemovals.find(present), null);
      await projectRemovals.begin(id, 100);
      const stages = ["removed", "removing", "removed", "confirmed"] as const;
      for (const [index, stage] of stages.entries()) {
        await projectRemovals.advance(id, stage, 200 + index);
        const found = (await projectRemovals.find(id)) ?? assert.fail();
        assert.deepEqual([found.stage, found.since, found.name], [stage, 200 + index, ""]);
        const isListed = (await projectRemovals.unconfirmed()).some((one) => one.id === id);
        assert.equal(isListed, stage !== "confirmed");
      }
      await projectRemovals.advance(present, "removing", 1);
      assert.equal(await projectRemovals.find(present), null);
      assert.deepEqual(await projectRemovals.removedOf([present, id, "999999", "no id"]), new Set([id]));
      assert.notEqual((await tenants.addProject({ organizationId: "o", name: "", createdAt: 1 })).id, id);
    });
  });
}
