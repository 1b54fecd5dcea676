import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { MAX_SUMMARY_PROPERTIES_BYTES, type Person, type PersonFilter } from "../../../src/store/ports/persons.ts";
import type { Store } from "../../../src/store/ports/stores.ts";
import { attach } from "../../support/test-people.ts";
import { type Engine, testStore } from "../engine-suites.ts";
import { AWKWARD_TEXTS, newProject } from "../samples.ts";

const PAGE = { limit: 100, offset: 0 };

/** Tests how persons are listed and found. */
export function describePersonLists(engine: Engine<Store>): void {
  describe(`${engine.name}: lists of persons`, () => {
    const store = testStore(engine);
    const persons = () => store.connection.persons;

    async function create(project: string, distinctId: string, at: number, set: object = {}): Promise<Person> {
      const { uuid } = (await persons().ensure(project, [{ distinctId, at }])).get(distinctId) ?? assert.fail();
      await change(project, uuid, { set: { ...set } });
      return (await persons().findByUuid(project, uuid)) ?? assert.fail();
    }
    type Change = Parameters<Store["persons"]["update"]>[1][number]["changes"][number];
    const change = (project: string, uuid: string, ...changes: Change[]) =>
      persons().update(project, [{ uuid, changes, identify: false }]);

    async function found(project: string, filter: PersonFilter): Promise<string[]> {
      const { count, items } = await persons().list(project, PAGE, filter);
      assert.equal(count, items.length);
      return items.map(({ uuid }) => uuid);
    }

    test("have the persons of the project, newest first, on all pages", async () => {
      const [project, other] = [newProject(), newProject()];
      const expected = [];
      for (const at of [300, 100, 200]) expected.push(await create(project, `at ${at}`, at, { at }));
      expected.sort((a, b) => b.createdAt - a.createdAt);
      await create(other, "theirs", 400);
      assert.deepEqual(await persons().list(project, PAGE), { count: 3, items: expected });
      for (const offset of [0, 1, 2, 3]) {
        const page = await persons().list(project, { limit: 1, offset });
        assert.deepEqual(page, { count: 3, items: expected.slice(offset, offset + 1) });
      }
      assert.deepEqual(await persons().list(newProject(), PAGE), { count: 0, items: [] });
    });

    test("have no large properties", async () => {
      const project = newProject();
      const { properties, ...person } = await create(project, "a", 1, { x: "x".repeat(MAX_SUMMARY_PROPERTIES_BYTES) });
      assert.ok(properties);
      assert.deepEqual((await persons().list(project, PAGE)).items, [{ ...person, properties: null }]);
    });

    test("have the survivor of a merge, who is found by both uuids and by the email of either", async () => {
      const project = newProject();
      const into = await create(project, "into", 2, { plan: "pro" });
      const from = await create(project, "from", 1, { email: "Ada@example.com" });
      await persons().merge(project, into.uuid, from.uuid);
      const survivor = { ...into, createdAt: 1, properties: { plan: "pro", email: "Ada@example.com" } };
      for (const { uuid } of [into, from]) assert.deepEqual(await persons().findByUuid(project, uuid), survivor);
      const listed = { count: 1, items: [survivor] };
      assert.deepEqual(await persons().list(project, PAGE), listed);
      assert.deepEqual(await persons().list(project, PAGE, { email: "ada@example.com" }), listed);
      const third = await create(project, "third", 3, { email: "other@example.com" });
      await persons().merge(project, into.uuid, third.uuid);
      assert.deepEqual(await found(project, { email: "other@example.com" }), []);
      const noText = await create(project, "no text", 4, { email: null });
      const last = await create(project, "last", 5, { email: "last@example.com" });
      await persons().merge(project, noText.uuid, last.uuid);
      assert.deepEqual(await found(project, { email: "last@example.com" }), []);
    });

    test("have all that belongs to a person in pages: distinct ids, merged uuids; and flag identifiers", async () => {
      const project = newProject();
      const [a, b, c, d] = await Promise.all(["a", "b", "c", "d"].map((name) => create(project, name, 1)));
      assert.ok(a && b && c && d);
      for (const [into, from] of [[b, c] as const, [a, b] as const, [a, d] as const]) {
        await persons().merge(project, into.uuid, from.uuid);
      }
      const merged = await persons().mergedUuids(project, a.uuid, 10);
      assert.deepEqual(merged.toSorted(), [b, c, d].map(({ uuid }) => uuid).toSorted());
      assert.equal((await persons().mergedUuids(project, a.uuid, 2)).length, 2);
      assert.deepEqual(await persons().mergedUuids(project, d.uuid, 10), []);
      assert.deepEqual(await persons().mergedUuids(newProject(), a.uuid, 10), []);
      const all = await persons().distinctIds(project, a.uuid, 10);
      assert.deepEqual(all.toSorted(), ["a", "b", "c", "d"]);
      for (const [index, after] of all.entries()) {
        assert.deepEqual(await persons().distinctIds(project, a.uuid, 2, after), all.slice(index + 1, index + 3));
      }
      assert.deepEqual(await persons().distinctIds(project, a.uuid, 2, "unknown"), []);
      const uuids = [a.uuid, b.uuid, randomUUID(), "none"];
      const absent = uuids.slice(1).map((uuid): [string, string[]] => [uuid, []]);
      const first = (limit: number, of = project) => persons().firstDistinctIds(of, uuids, limit);
      for (const limit of [0, 1, 3, 10]) {
        assert.deepEqual(await first(limit), new Map([[a.uuid, all.slice(0, limit)], ...absent]));
      }
      assert.deepEqual(await first(10, newProject()), new Map([[a.uuid, []], ...absent]));
      const { flags } = store.connection;
      await flags.keepIdentifiers(project, c.uuid, ["one", "two"], "kept \ud800");
      const kept = new Map(["one", "two"].map((flag) => [flag, "kept \ud800"]));
      assert.deepEqual(await flags.identifiersOf(project, a.uuid), kept);
      assert.deepEqual(await flags.identifiersOf(newProject(), a.uuid), new Map());
    });

    test("have their first distinct ids, however many persons and distinct ids there are", async () => {
      const project = newProject();
      const names = Array.from({ length: 60 }, (_, index) => `person ${index}`);
      const wanted = names.map((distinctId) => ({ distinctId, at: 1 }));
      const created = await persons().ensure(project, wanted);
      const uuids = names.map((name) => created.get(name)?.uuid ?? "");
      const [one = "", other = ""] = uuids;
      for (let index = 0; index < 25; index++) await attach(persons(), project, `${index} \ud800 \0 \uffff`, one);
      await attach(persons(), project, "", other);
      for (const limit of [1, 2, 26]) {
        const expected = await Promise.all(
          uuids.map(async (uuid) => [uuid, await persons().distinctIds(project, uuid, limit)] as const),
        );
        assert.deepEqual(await persons().firstDistinctIds(project, uuids, limit), new Map(expected));
      }
      assert.deepEqual(await persons().firstDistinctIds(project, [], 5), new Map());
    });

    test("are found by uuid in their project only", async () => {
      const project = newProject();
      const { uuid } = await create(project, "ada", 1);
      assert.equal(await persons().findByUuid(newProject(), uuid), null);
      for (const absent of [randomUUID(), "", "ada", `${uuid} `]) {
        assert.equal(await persons().findByUuid(project, absent), null);
      }
    });

    test("are found by exactly a distinct id", async () => {
      const project = newProject();
      const { uuid } = await create(project, "ada", 1, { email: "ada@example.com" });
      await attach(persons(), project, "second", uuid);
      for (const distinctId of ["ada", "second"]) assert.deepEqual(await found(project, { distinctId }), [uuid]);
      for (const distinctId of ["Ada", "ad", "", uuid]) assert.deepEqual(await found(project, { distinctId }), []);
      assert.deepEqual(await found(newProject(), { distinctId: "ada" }), []);
      assert.deepEqual(await found(project, { distinctId: "ada", email: "ADA@example.com" }), [uuid]);
      assert.deepEqual(await found(project, { distinctId: "ada", email: "bob@example.com" }), []);
      const many = await persons().ensure(
        project,
        AWKWARD_TEXTS.map((distinctId) => ({ distinctId, at: 1 })),
      );
      for (const [distinctId, { uuid }] of many) assert.deepEqual(await found(project, { distinctId }), [uuid]);
    });

    test("are found by the present email, whatever its case", async () => {
      const project = newProject();
      const one = await create(project, "1", 1, { email: "Ada.L\u00d6@Example.com" });
      const two = await create(project, "2", 2);
      const both = [two.uuid, one.uuid];
      const byEmail = (email: string) => found(project, { email });
      const address = "ada.l\u00f6@example.COM";
      assert.deepEqual(await byEmail(address), [one.uuid]);
      await change(project, two.uuid, { setOnce: { email: address } });
      assert.deepEqual(await byEmail(address), both);
      await change(project, two.uuid, { setOnce: { email: "b@c" } }, { set: { other: 1 } });
      assert.deepEqual(await byEmail(address), both);
      await change(project, one.uuid, { set: { email: "b@c" } });
      assert.deepEqual([await byEmail(address), await byEmail("B@C")], [[two.uuid], [one.uuid]]);
      await change(project, one.uuid, { set: { email: "b@c" }, unset: ["email"] });
      for (const email of [7, null, ["b@c"], "", "nul \0", "half \ud800", "x".repeat(321)]) {
        await change(project, two.uuid, { set: { email } });
        assert.deepEqual([await byEmail(address), await byEmail("b@c"), await byEmail(String(email))], [[], [], []]);
      }
      await change(project, two.uuid, { set: { email: `${"x".repeat(316)}@b.c` } });
      assert.deepEqual(await byEmail(`${"X".repeat(316)}@b.c`), [two.uuid]);
      assert.deepEqual(await found(newProject(), { email: `${"x".repeat(316)}@b.c` }), []);
    });
  });
}
