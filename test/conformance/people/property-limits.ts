import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { MAX_GROUP_TYPES, MAX_SUMMARY_PROPERTIES_BYTES } from "../../../src/store/ports/persons.ts";
import type { Store } from "../../../src/store/ports/stores.ts";
import { type Engine, testStore } from "../engine-suites.ts";
import { newProject } from "../samples.ts";

/** 400 KB, so that two are within the limit and three are not. */
const LARGE = "ø".repeat(200_000);

/** Tests the limits of properties and of group types. */
export function describePropertyLimits(engine: Engine<Store>): void {
  describe(`${engine.name}: limits of properties`, () => {
    const store = testStore(engine);
    const persons = () => store.connection.persons;
    const groups = () => store.connection.groups;

    async function newPerson(project: string, distinctId: string, set: object = {}): Promise<string> {
      const found = await persons().ensure(project, [{ distinctId, at: 1 }]);
      const { uuid } = found.get(distinctId) ?? assert.fail();
      await persons().update(project, [{ uuid, changes: [{ set: { ...set } }], identify: false }]);
      return uuid;
    }
    const propertiesOf = async (project: string, distinctId: string) =>
      (await persons().find(project, [distinctId])).get(distinctId)?.properties;

    test("a change of a person above the limit is refused as a whole, the others are applied", async () => {
      const project = newProject();
      const uuid = await newPerson(project, "ada", { one: LARGE });
      const update = (...changes: Parameters<Store["persons"]["update"]>[1][number]["changes"]) =>
        persons().update(project, [{ uuid, changes, identify: true }]);
      const changes = [{ set: { a: 1 } }, { set: { b: 1, two: LARGE, three: LARGE } }, { setOnce: { two: LARGE } }];
      assert.equal(await update(...changes, { set: { c: 1, one: `${LARGE}${LARGE}` }, unset: ["a"] }), 2);
      assert.deepEqual(await propertiesOf(project, "ada"), { one: LARGE, a: 1, two: LARGE });
      assert.equal((await persons().find(project, ["ada"])).get("ada")?.isIdentified, true);
      assert.equal(await update({ set: { two: LARGE.slice(1) } }, { unset: ["one"] }, { set: { three: LARGE } }), 0);
      assert.deepEqual(await propertiesOf(project, "ada"), { a: 1, two: LARGE.slice(1), three: LARGE });
    });

    test("a merge of persons above the limit keeps the properties of the survivor", async () => {
      const project = newProject();
      const ada = await newPerson(project, "ada", { one: LARGE, both: 1 });
      const bob = await newPerson(project, "bob", { two: LARGE, both: 2 });
      const eve = await newPerson(project, "eve", { three: LARGE, small: 3 });
      assert.equal(await persons().merge(project, ada, bob), true);
      assert.equal(await persons().merge(project, ada, eve), "properties_dropped");
      assert.equal(await persons().merge(project, ada, eve), true);
      assert.deepEqual(await propertiesOf(project, "eve"), { one: LARGE, both: 1, two: LARGE });
      assert.deepEqual((await persons().distinctIds(project, ada, 10)).toSorted(), ["ada", "bob", "eve"]);
    });

    test("a summary of a person has no large properties", async () => {
      const project = newProject();
      const largest = "x".repeat(MAX_SUMMARY_PROPERTIES_BYTES - '{"a":""}'.length);
      await newPerson(project, "ada", { a: largest });
      await newPerson(project, "bob", { a: `${largest}x` });
      const found = await persons().find(project, ["ada", "bob"]);
      const summaries = await persons().summarize(project, ["ada", "bob", "nobody"]);
      assert.deepEqual(summaries.get("ada"), found.get("ada"));
      assert.deepEqual(summaries.get("bob"), { ...found.get("bob"), properties: null });
      assert.equal(summaries.size, 2);
    });

    test("a transaction sees its changes of large persons, and all of them are kept", async () => {
      const project = newProject();
      const [ada, bob] = [await newPerson(project, "ada", { one: LARGE, both: 1 }), await newPerson(project, "bob")];
      const eve = await newPerson(project, "eve", { three: LARGE, email: "Eve@Example.com" });
      const change = (set: object) => [{ uuid: ada, changes: [{ set: { ...set } }], identify: false }];
      await store.connection.transaction(async (ports) => {
        await ports.persons.update(project, change({ email: "Ada@Example.com", step: 1 }));
        const { items } = await ports.persons.list(project, { limit: 5, offset: 0 }, { email: "ada@example.com" });
        assert.deepEqual(
          items.map(({ uuid }) => uuid),
          [ada],
        );
        await ports.persons.merge(project, ada, bob);
        assert.equal(await ports.persons.update(project, [...change({ two: LARGE }), ...change({ four: LARGE })]), 1);
        assert.equal(await ports.persons.merge(project, ada, eve), "properties_dropped");
        await ports.persons.update(project, [{ uuid: eve, changes: [{ unset: ["one", "email"] }], identify: true }]);
        const found = (await ports.persons.find(project, ["eve"])).get("eve");
        assert.deepEqual(found?.properties, { both: 1, step: 1, two: LARGE });
        assert.deepEqual(
          await ports.persons.findRefs(project, ["ada", "bob", "eve", "nobody"]),
          new Map(["ada", "bob", "eve"].map((distinctId) => [distinctId, { uuid: ada, isIdentified: true }])),
        );
        await ports.persons.update(project, change({ step: 2 }));
      });
      assert.deepEqual(await propertiesOf(project, "bob"), { both: 1, step: 2, two: LARGE });
      for (const email of ["ada@example.com", "eve@example.com"]) {
        assert.equal((await persons().list(project, { limit: 5, offset: 0 }, { email })).count, 0);
      }
    });

    test("a change of a group above the limit is refused as a whole", async () => {
      const project = newProject();
      const acme = { type: "company", key: "acme", at: 1 };
      const change = (set: object) => ({ ...acme, changes: [{ set: { ...set } }] });
      const other = { ...change({ a: LARGE, b: LARGE, c: LARGE }), key: "other" };
      assert.equal(await groups().update(project, [change({ one: LARGE }), other]), 1);
      assert.equal(await groups().update(project, [change({ a: 1, two: LARGE, three: LARGE }), change({ b: 1 })]), 1);
      const found = await groups().find(project, [acme, other]);
      assert.deepEqual(
        new Map(found.map(({ key, properties }) => [key, properties])),
        new Map<string, object>([
          ["acme", { one: LARGE, b: 1 }],
          ["other", {}],
        ]),
      );
    });

    test("a project has a limited number of group types", async () => {
      const project = newProject();
      const types = Array.from({ length: MAX_GROUP_TYPES + 20 }, (_, index) => `type ${index}`);
      await groups().registerTypes(project, types.slice(0, MAX_GROUP_TYPES - 10));
      const registered = await groups().registerTypes(project, types.toReversed());
      assert.equal(registered.length, MAX_GROUP_TYPES);
      assert.deepEqual(await groups().types(project), registered);
      assert.deepEqual(registered.slice(-2), [types.at(-9), types.at(-10)]);
      assert.deepEqual(await groups().registerTypes(project, ["another", "type 0"]), registered);
    });
  });
}
