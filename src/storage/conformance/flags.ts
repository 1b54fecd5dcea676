import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { Store } from "../ports/stores.ts";
import { type Engine, testStore } from "./engine-suites.ts";
import { AWKWARD_PROPERTIES, AWKWARD_TEXTS, newProject } from "./samples.ts";

/** Tests what the port guarantees. */
export function describeFlags(engine: Engine<Store>): void {
  describe(`${engine.name}: flags`, () => {
    const store = testStore(engine);
    const flags = () => store.connection.flags;

    test("are stored verbatim and listed by key", async () => {
      const project = newProject();
      const definition = `${JSON.stringify(AWKWARD_PROPERTIES)} \n`;
      const keys = ["b", "a.b", "a", "Z", "__proto__", "\u{1f600}"];
      const newFlags = keys.map((key) => ({ key, definition, updatedAt: 10 }));
      await flags().put(project, newFlags);
      const listed = await flags().list(project);
      assert.deepEqual(
        listed.map(({ key }) => key),
        ["Z", "__proto__", "a", "a.b", "b", "\u{1f600}"],
      );
      for (const flag of listed) assert.equal(flag.definition, definition);
      assert.deepEqual(await flags().list(newProject()), []);
    });

    test("are replaced and removed by key", async () => {
      const [project, other] = [newProject(), newProject()];
      const flag = { key: "beta", definition: "{}", updatedAt: 1 };
      await flags().put(project, [flag]);
      await flags().put(other, [flag]);
      await flags().put(project, [{ ...flag, definition: "[]", updatedAt: 2 }]);
      await flags().put(project, []);
      const stored = { key: "beta", definition: "[]", updatedAt: 2, number: 1, version: 2 };
      assert.deepEqual(await flags().list(project), [stored]);
      assert.equal(await flags().delete(project, "beta"), true);
      assert.equal(await flags().delete(project, "beta"), false);
      assert.deepEqual(await flags().list(project), []);
      assert.deepEqual(await flags().list(other), [{ ...flag, number: 1, version: 1 }]);
    });

    test("have a number for good, and a version that only changes increment", async () => {
      const project = newProject();
      const put = (key: string, definition: string) => flags().put(project, [{ key, definition, updatedAt: 1 }]);
      const listed = async () => {
        const all = await flags().list(project);
        return Object.fromEntries(all.map(({ key, number, version }) => [key, [number, version]]));
      };
      for (const key of ["b", "a"]) await put(key, "{}");
      assert.deepEqual(await listed(), { a: [2, 1], b: [1, 1] });
      for (const definition of ["{}", "[]", "[]", "{}"]) await put("a", definition);
      assert.deepEqual(await listed(), { a: [2, 3], b: [1, 1] });
      await flags().delete(project, "a");
      await put("a", "{}");
      assert.deepEqual(await listed(), { a: [3, 1], b: [1, 1] });
    });

    test("have different numbers and count every change, however many are put at once", async () => {
      const project = newProject();
      const keys = Array.from({ length: 12 }, (_, index) => `flag ${index}`);
      const put = (definition: string) => flags().put(project, [{ key: "common", definition, updatedAt: 1 }]);
      await put("0");
      const one = keys.map((key) => flags().put(project, [{ key, definition: "{}", updatedAt: 1 }]));
      await Promise.all([...one, ...keys.map((key) => put(key))]);
      const all = await flags().list(project);
      assert.equal(new Set(all.map(({ number }) => number)).size, keys.length + 1);
      assert.equal(all.find(({ key }) => key === "common")?.version, keys.length + 1);
    });

    test("keep the first identifier of a person for each flag", async () => {
      const project = newProject();
      const person = randomUUID();
      const keep = (keys: readonly string[], identifier: string, uuid = person, projectId = project) =>
        flags().keepIdentifiers(projectId, uuid, keys, identifier);
      assert.deepEqual(await keep(["a", "b"], "first"), new Map(Object.entries({ a: "first", b: "first" })));
      assert.deepEqual(await keep(["b", "c"], "second"), new Map(Object.entries({ b: "first", c: "second" })));
      assert.deepEqual(await keep(["c"], "third"), new Map([["c", "second"]]));
      assert.deepEqual(await keep([], "third"), new Map());
      assert.deepEqual(await keep(["a"], "other", randomUUID()), new Map([["a", "other"]]));
      assert.deepEqual(await keep(["a"], "other", person, newProject()), new Map([["a", "other"]]));
    });

    test("keep identifiers across a merge of persons", async () => {
      const project = newProject();
      const { persons } = store.connection;
      const newIds = ["ada", "anonymous", "tablet"].map((distinctId) => ({ distinctId, at: 1 }));
      const created = await persons.ensure(project, newIds);
      const [into = "", from = "", third = ""] = [...created.values()].map(({ uuid }) => uuid);
      const keep = (person: string, keys: readonly string[], identifier: string) =>
        flags().keepIdentifiers(project, person, keys, identifier);
      await keep(into, ["both"], "ada");
      await keep(from, ["both", ...AWKWARD_TEXTS], "anonymous");
      await persons.merge(project, into, from);
      const keys = ["both", ...AWKWARD_TEXTS, "later"];
      const merged = new Map([["both", "ada"], ...AWKWARD_TEXTS.map((text) => [text, "anonymous"] as const)]);
      assert.deepEqual(await keep(into, keys, "new"), new Map([...merged, ["later", "new"]]));
      assert.deepEqual(
        await keep(from, ["both", "later", "last"], "newer"),
        await keep(into, ["both", "later", "last"], "x"),
      );
      await persons.merge(project, third, into);
      assert.deepEqual(await keep(third, ["both", "later"], "x"), await keep(from, ["both", "later"], "x"));
      assert.deepEqual(
        await keep(third, ["both", "later", "last"], "x"),
        new Map(Object.entries({ both: "ada", later: "new", last: "newer" })),
      );
    });

    test("keep identifiers under any key", async () => {
      const project = newProject();
      const person = randomUUID();
      for (const text of AWKWARD_TEXTS) {
        assert.deepEqual(await flags().keepIdentifiers(project, person, [text], text), new Map([[text, text]]));
      }
      const identifiers = await flags().keepIdentifiers(project, person, AWKWARD_TEXTS, "later");
      assert.deepEqual(identifiers, new Map(AWKWARD_TEXTS.map((text) => [text, text])));
    });
  });
}
