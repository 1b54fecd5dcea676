import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { Store } from "../../src/store/ports/stores.ts";
import { type Engine, testStore } from "./engine-suites.ts";
import { contentAfter, putFlags } from "./put-flags.ts";
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
      await putFlags(flags(), project, newFlags);
      const listed = await flags().list(project);
      assert.deepEqual(
        listed.map(({ key }) => key),
        ["Z", "__proto__", "a", "a.b", "b", "\u{1f600}"],
      );
      for (const flag of listed) assert.equal(flag.definition, definition);
      assert.deepEqual(await flags().list(newProject()), []);
    });

    test("are changed by key, or left as they are, and removed for good", async () => {
      const [project, other] = [newProject(), newProject()];
      const created = { definition: "{}", deleted: false, createdAt: 5, createdBy: 7, updatedAt: 5, activity: "[1]" };
      const flag = await flags().change(project, "beta", (found) => {
        assert.equal(found, null);
        return { ...created, version: 1 };
      });
      assert.deepEqual(flag, { ...created, key: "beta", number: 1, version: 1 });
      await putFlags(flags(), other, [{ key: "beta", definition: "other", updatedAt: 1 }]);
      const changed = { ...flag, definition: "[]", version: 2, updatedAt: 6, activity: "[1,2]" };
      assert.deepEqual(await flags().change(project, "beta", (found) => ({ ...found, ...changed })), changed);
      assert.deepEqual(await flags().change(project, "beta", () => null), changed);
      assert.equal(await flags().change(project, "absent", () => null), null);
      assert.deepEqual(await flags().find(project, 1), changed);
      const { activity: _, ...listed } = changed;
      assert.deepEqual(await flags().list(project), [listed]);
      const refusal = new Error("refused");
      await assert.rejects(
        flags().change(project, "beta", () => {
          throw refusal;
        }),
        refusal,
      );
      assert.equal(await flags().remove(project, "beta"), true);
      assert.equal(await flags().remove(project, "beta"), false);
      assert.equal(await flags().find(project, 1), null);
      assert.deepEqual(await flags().list(project), []);
      assert.deepEqual(
        (await flags().list(other)).map(({ definition }) => definition),
        ["other"],
      );
    });

    test("are read by number, and tell their versions and sizes, without deleted ones", async () => {
      const [project, other] = [newProject(), newProject()];
      const newFlags = ["b", "a", "\u{1f600}", "Z"].map((key) => ({ key, definition: `"ж${key}"`, updatedAt: 7 }));
      await putFlags(flags(), project, newFlags);
      await putFlags(flags(), other, [{ key: "c", definition: "{}", updatedAt: 1 }]);
      await flags().change(project, "Z", (flag) => flag && { ...flag, version: 2, deleted: true });
      const listed = await flags().list(project);
      assert.deepEqual(
        (await flags().versions(project)).map(({ bytes, ...version }) => [version, bytes >= 5]),
        listed.map(({ key, number, version, updatedAt }) => [{ key, number, version, updatedAt }, true]),
      );
      assert.deepEqual(await flags().versions(newProject()), []);
      const read = await flags().read(project, [1, 2, 4, 99]);
      assert.deepEqual(
        read.toSorted((a, b) => a.number - b.number),
        listed.filter(({ number }) => number <= 2).toSorted((a, b) => a.number - b.number),
      );
      assert.deepEqual(await flags().read(project, []), []);
    });

    test("are found by number in their project while they are deleted, and restored", async () => {
      const [project, other] = [newProject(), newProject()];
      await putFlags(flags(), project, [{ key: "beta", definition: "{}", updatedAt: 1 }]);
      const mark = (deleted: boolean) =>
        flags().change(project, "beta", (flag) => ({ ...contentAfter(flag), definition: "{}", updatedAt: 2, deleted }));
      const deleted = await flags().change(project, "beta", (flag) => flag && { ...flag, version: 2, deleted: true });
      assert.equal(deleted?.deleted, true);
      assert.deepEqual(await flags().list(project), []);
      assert.deepEqual(await flags().find(project, 1), deleted);
      assert.equal(await flags().find(other, 1), null);
      await flags().change(project, "beta", (flag) => flag && { ...flag, version: 3, deleted: false });
      assert.deepEqual(
        (await flags().list(project)).map(({ number, version }) => [number, version]),
        [[1, 3]],
      );
      await flags().change(project, "beta", (flag) => flag && { ...flag, version: 4, deleted: true });
      assert.deepEqual((await mark(false))?.number, 2, "another flag replaces the deleted one");
      assert.equal(await flags().find(project, 1), null);
    });

    test("that are deleted are removed for good, except the latest", async () => {
      const [project, other] = [newProject(), newProject()];
      for (const [at, key] of ["a", "b", "c", "kept"].entries()) {
        await putFlags(flags(), project, [{ key, definition: "{}", updatedAt: at }]);
        const deleted = key !== "kept";
        await flags().change(project, key, (flag) => flag && { ...flag, version: 2, deleted });
      }
      await flags().removeDeleted(other, 0);
      await flags().removeDeleted(project, 2);
      const found = await Promise.all([1, 2, 3, 4].map((number) => flags().find(project, number)));
      assert.deepEqual(
        found.map((flag) => flag?.key),
        [undefined, "b", "c", "kept"],
      );
    });

    test("have different numbers and count every change, however many are changed at once", async () => {
      const project = newProject();
      const keys = Array.from({ length: 12 }, (_, index) => `flag ${index}`);
      const put = (key: string, definition: string) => putFlags(flags(), project, [{ key, definition, updatedAt: 1 }]);
      await Promise.all([...keys.map((key) => put(key, "{}")), ...keys.map((key) => put("common", key))]);
      const all = await flags().list(project);
      assert.deepEqual(
        all.map(({ number }) => number).toSorted((a, b) => a - b),
        [...new Set(all.map(({ number }) => number))].toSorted((a, b) => a - b),
      );
      assert.equal(all.length, keys.length + 1);
      assert.equal(all.find(({ key }) => key === "common")?.version, keys.length);
    });

    async function newPerson(project: string, distinctId = "ada"): Promise<string> {
      const created = await store.connection.persons.ensure(project, [{ distinctId, at: 1 }]);
      return created.get(distinctId)?.uuid ?? assert.fail();
    }

    test("keep the first identifier of a person for each flag", async () => {
      const project = newProject();
      const person = await newPerson(project);
      const keep = (keys: readonly string[], identifier: string, uuid = person, projectId = project) =>
        flags().keepIdentifiers(projectId, uuid, keys, identifier);
      assert.deepEqual(await keep(["a", "b"], "first"), new Map(Object.entries({ a: "first", b: "first" })));
      assert.deepEqual(await keep(["b", "c"], "second"), new Map(Object.entries({ b: "first", c: "second" })));
      assert.deepEqual(await keep(["c"], "third"), new Map([["c", "second"]]));
      assert.deepEqual(await keep([], "third"), new Map());
      assert.deepEqual(await keep(["a"], "other", await newPerson(project, "bob")), new Map([["a", "other"]]));
      assert.deepEqual(await keep(["a"], "other", person, newProject()), new Map([["a", "other"]]));
    });

    test("keep nothing for a person that does not exist", async () => {
      const [project, person] = [newProject(), randomUUID()];
      for (const identifier of ["first", "second"]) {
        assert.deepEqual(
          await flags().keepIdentifiers(project, person, ["a"], identifier),
          new Map([["a", identifier]]),
        );
      }
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
      const person = await newPerson(project);
      for (const text of AWKWARD_TEXTS) {
        assert.deepEqual(await flags().keepIdentifiers(project, person, [text], text), new Map([[text, text]]));
      }
      const identifiers = await flags().keepIdentifiers(project, person, AWKWARD_TEXTS, "later");
      assert.deepEqual(identifiers, new Map(AWKWARD_TEXTS.map((text) => [text, text])));
    });
  });
}
