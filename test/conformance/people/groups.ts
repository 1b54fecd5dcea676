import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type PropertyMap, parseExactly, stringifyExactly } from "../../../src/lib/json/json.ts";
import type { Store } from "../../../src/store/ports/stores.ts";
import { type Engine, testStore } from "../engine-suites.ts";
import { AWKWARD_PROPERTIES, AWKWARD_TEXTS, newProject } from "../samples.ts";

/** Tests what the port guarantees. */
export function describeGroups(engine: Engine<Store>): void {
  describe(`${engine.name}: groups`, () => {
    const store = testStore(engine);
    const groups = () => store.connection.groups;

    test("have types in the order of their registration", async () => {
      const project = newProject();
      assert.deepEqual(await groups().types(project), []);
      await groups().registerTypes(project, ["team", "company", "team"]);
      await groups().registerTypes(project, ["company", "__proto__", "team"]);
      await groups().registerTypes(newProject(), ["another project's"]);
      await groups().registerTypes(project, []);
      assert.deepEqual(await groups().types(project), ["team", "company", "__proto__"]);
    });

    test("are created and changed by updates, in order", async () => {
      const project = newProject();
      const acme = { type: "company", key: "acme" };
      await groups().update(project, [
        { ...acme, changes: [{ set: { size: 5, name: "Acme" } }], at: 100 },
        { ...acme, changes: [{ set: { size: 6 }, setOnce: { name: "other", city: "Oslo" } }], at: 50 },
        { ...acme, changes: [{ unset: ["name"] }], at: 200 },
        { type: "company", key: "empty", changes: [], at: 300 },
      ]);
      assert.deepEqual(await groups().find(project, [acme]), [
        { ...acme, properties: { size: 6, city: "Oslo" }, createdAt: 100 },
      ]);
      const empty = { type: "company", key: "empty" };
      assert.deepEqual(await groups().find(project, [empty]), [{ ...empty, properties: {}, createdAt: 300 }]);
    });

    test("are identified by project, type and key", async () => {
      const [project, other] = [newProject(), newProject()];
      const keys = AWKWARD_TEXTS.flatMap((text) => [
        { type: text, key: "key" },
        { type: "type", key: text },
      ]);
      const updates = keys.map((key, index) => ({ ...key, changes: [{ set: { index } }], at: 1 }));
      await groups().update(project, updates);
      for (const [index, key] of keys.entries()) {
        assert.deepEqual(await groups().find(project, [key]), [{ ...key, properties: { index }, createdAt: 1 }]);
        assert.deepEqual(await groups().find(other, [key]), []);
      }
      const found = await groups().find(project, [...keys, { type: "type", key: "unknown" }]);
      assert.equal(found.length, keys.length);
      assert.deepEqual(await groups().find(project, []), []);
    });

    test("store any properties", async () => {
      const project = newProject();
      const acme = { type: "company", key: "acme" };
      await groups().update(project, [{ ...acme, changes: [{ set: AWKWARD_PROPERTIES }], at: 1 }]);
      const [found] = await groups().find(project, [acme]);
      assert.deepEqual(found?.properties, AWKWARD_PROPERTIES);
      const numbers = parseExactly('{"id":12345678901234567890,"huge":1e999}') as PropertyMap;
      const initech = { type: "company", key: "initech" };
      await groups().update(project, [{ ...initech, changes: [{ set: numbers }], at: 1 }]);
      await groups().update(project, [{ ...initech, changes: [{ set: { size: 5 } }], at: 1 }]);
      const [changed] = await groups().find(project, [initech]);
      assert.equal(stringifyExactly(changed?.properties), '{"id":12345678901234567890,"huge":1e999,"size":5}');
    });
  });
}
