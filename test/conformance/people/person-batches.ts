import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { PropertyMap } from "../../../src/lib/json/json.ts";
import type { RequireTurn } from "../../../src/store/ports/common.ts";
import type { Person } from "../../../src/store/ports/persons.ts";
import type { Store } from "../../../src/store/ports/stores.ts";
import { attach } from "../../support/test-people.ts";
import { type Engine, testStore } from "../engine-suites.ts";
import { attachMany, newProject } from "../samples.ts";

/** Tests what the port guarantees for calls with many persons. */
export function describePersonBatches(engine: Engine<Store>): void {
  describe(`${engine.name}: batches of persons`, () => {
    const store = testStore(engine);
    const persons = () => store.connection.persons;

    test("are created with their first changes, or to be changed by an update", async () => {
      const project = newProject();
      const changes = [{ set: { email: "Ada@example.com", a: 1 } }, { setOnce: { a: 2 }, unset: ["b"] }];
      const large = [{ set: { large: "x".repeat(2 ** 20) } }];
      const wanted = ["ada", "bob"].map((distinctId) => ({ distinctId, at: 5, changes, identify: true }));
      await persons().ensure(project, [{ distinctId: "bob", at: 5 }]);
      const ensured = await persons().ensure(project, [...wanted, { distinctId: "eve", at: 5, changes: large }]);
      const ada = ensured.get("ada");
      assert.equal(ensured.get("bob")?.isChanged ?? false, false);
      assert.equal(ensured.get("eve")?.isChanged ?? false, false);
      if (!ada?.isChanged) await persons().update(project, [{ uuid: ada?.uuid ?? "", changes, identify: true }]);
      const found = await persons().find(project, ["ada", "bob", "eve"]);
      const properties = ["ada", "bob", "eve"].map((distinctId) => found.get(distinctId)?.properties);
      assert.deepEqual(properties, [{ email: "Ada@example.com", a: 1 }, {}, {}]);
      assert.deepEqual(
        [...found.values()].filter((person) => person.isIdentified),
        [found.get("ada")],
      );
      const { items } = await persons().list(project, { limit: 10, offset: 0 }, { email: "ada@example.com" });
      assert.equal(items[0]?.uuid, ada?.uuid);
    });

    test("are changed in one call though they have many MB of properties together", async () => {
      const project = newProject();
      const distinctIds = Array.from({ length: 12 }, (_, index) => `user ${index}`);
      const refs = await persons().ensure(
        project,
        distinctIds.map((distinctId) => ({ distinctId, at: 1 })),
      );
      const update = (set: PropertyMap, requireTurn?: RequireTurn) => {
        const updates = [...refs.values()].map(({ uuid }) => ({ uuid, changes: [{ set }], identify: false }));
        const unknown = { uuid: randomUUID(), changes: [{ set }], identify: false };
        return persons().update(project, [...updates, unknown], requireTurn);
      };
      assert.equal(await update({ text: "x".repeat(900_000) }), 0);
      assert.equal(await update({ more: "x".repeat(200_000) }), distinctIds.length, "more than 1 MB each");
      let parts = 0;
      const onePart = () => {
        parts += 1;
        if (parts > 1) throw new Error("the turn has ended");
      };
      await assert.rejects(update({ last: true }, onePart), /the turn has ended/);
      assert.equal(await update({ last: true }), 0);
      for (const { properties } of (await persons().find(project, distinctIds)).values())
        assert.deepEqual(Object.keys(properties).toSorted(), ["last", "text"]);
    });

    test("are changed by many updates in one call, whatever their sizes", async () => {
      const project = newProject();
      const distinctIds = Array.from({ length: 450 }, (_, index) => `user ${index}`);
      const refs = await persons().ensure(
        project,
        distinctIds.map((distinctId) => ({ distinctId, at: 1 })),
      );
      const text = "x".repeat(30_000);
      const large = (index: number) => index % 150 === 0;
      const updates = (set: (index: number) => PropertyMap, identify: boolean) =>
        [...refs.values()].map(({ uuid }, index) => ({ uuid, changes: [{ set: set(index) }], identify }));
      await persons().update(
        project,
        updates((index) => (large(index) ? { index, text } : { index }), false),
      );
      await persons().update(
        project,
        updates((index) => (index % 2 === 0 ? { even: true } : {}), true),
      );
      const found = await persons().find(project, distinctIds);
      for (const [index, distinctId] of distinctIds.entries()) {
        const { properties, isIdentified } = found.get(distinctId) as Person;
        const expected = { index, ...(large(index) && { text }), ...(index % 2 === 0 && { even: true }) };
        assert.deepEqual([properties, isIdentified], [expected, true]);
      }
    });

    test("are merged under the uuid of the survivor, whichever has more distinct ids", async () => {
      const project = newProject();
      const names = ["x", "many", "y", "others", "z", "last"];
      const refs = await persons().ensure(
        project,
        names.map((distinctId) => ({ distinctId, at: 1 })),
      );
      const uuids = Object.fromEntries([...refs].map(([distinctId, { uuid }]) => [distinctId, uuid]));
      const add = (name: string) => attachMany(persons(), project, uuids[name] ?? "");
      const all = [...(await add("many")), ...(await add("others"))];
      const merged: string[] = [];
      for (const [into, from] of ["x many", "y x", "others y", "z others", "last z"].map((pair) => pair.split(" "))) {
        const survivor = uuids[into ?? ""] ?? "";
        const fromUuid = uuids[from ?? ""] ?? "";
        await persons().update(project, [{ uuid: survivor, changes: [{ set: { [`${into}`]: 1 } }], identify: false }]);
        const before = await persons().distinctIds(project, fromUuid, 100);
        assert.equal(await persons().merge(project, survivor, fromUuid), true);
        merged.push(fromUuid);
        const added = `added to ${into}`;
        assert.equal(await attach(persons(), project, added, fromUuid), survivor);
        all.push(added);
        const listed = await persons().distinctIds(project, survivor, 100);
        assert.deepEqual(
          [...before, added].filter((distinctId) => !listed.includes(distinctId)),
          [],
        );
        assert.deepEqual(
          listed.filter((distinctId) => before.includes(distinctId)),
          before,
          "oldest first",
        );
        const next = await persons().distinctIds(project, survivor, 100, listed[9]);
        assert.deepEqual(next, listed.slice(10));
        const owners = new Set([...(await persons().find(project, listed)).values()].map(({ uuid }) => uuid));
        assert.deepEqual(owners, new Set([survivor]));
      }
      const last = (await persons().find(project, ["many"])).get("many");
      assert.deepEqual(last?.properties, { x: 1, y: 1, others: 1, z: 1, last: 1 });
      assert.deepEqual((await persons().mergedUuids(project, last.uuid, 9)).toSorted(), merged.toSorted());
      assert.equal((await persons().distinctIds(project, last.uuid, 1000)).length, all.length + names.length);
      await persons().erase(project, [last.uuid]);
      assert.equal((await persons().find(project, [...all, ...names])).size, 0);
    });
  });
}
