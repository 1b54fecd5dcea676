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
      assert.deepEqual(await flags().list(project), [{ key: "beta", definition: "[]", updatedAt: 2 }]);
      assert.equal(await flags().delete(project, "beta"), true);
      assert.equal(await flags().delete(project, "beta"), false);
      assert.deepEqual(await flags().list(project), []);
      assert.deepEqual(await flags().list(other), [flag]);
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
