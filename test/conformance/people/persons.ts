import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { type PropertyMap, parseExactly, propertyMap, stringifyExactly } from "../../../src/lib/json/json.ts";
import type { Person } from "../../../src/store/ports/persons.ts";
import type { Store } from "../../../src/store/ports/stores.ts";
import { attach } from "../../support/test-people.ts";
import { type Engine, testStore } from "../engine-suites.ts";
import { AWKWARD_PROPERTIES, AWKWARD_TEXTS, newProject } from "../samples.ts";

/** Tests what the port guarantees. */
export function describePersons(engine: Engine<Store>): void {
  describe(`${engine.name}: persons`, () => {
    const store = testStore(engine);
    const persons = () => store.connection.persons;

    async function person(project: string, distinctId: string, at = 1000): Promise<Person> {
      const ensured = (await persons().ensure(project, [{ distinctId, at }])).get(distinctId);
      const found = (await persons().find(project, [distinctId])).get(distinctId);
      assert.ok(found);
      assert.deepEqual(ensured, { uuid: found.uuid, isIdentified: found.isIdentified });
      return found;
    }

    const change = (project: string, uuid: string, set: Record<string, unknown>, identify = false) =>
      persons().update(project, [{ uuid, changes: [{ set }], identify }]);

    test("are created for distinct ids that have none", async () => {
      const project = newProject();
      const created = await person(project, "ada", 123);
      const { uuid, ...rest } = created;
      assert.match(uuid, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      assert.deepEqual(rest, { projectId: project, properties: {}, isIdentified: false, createdAt: 123 });
      assert.deepEqual(await person(project, "ada", 99), created);
      assert.deepEqual(await persons().find(project, ["ada", "bob"]), new Map([["ada", created]]));
      assert.deepEqual(await persons().find(newProject(), ["ada"]), new Map());
      assert.deepEqual(await persons().find(project, []), new Map());
      assert.deepEqual(await persons().ensure(project, []), new Map());
    });

    test("are created once per distinct id, also if a call has it twice", async () => {
      const project = newProject();
      const distinctIds = [...AWKWARD_TEXTS, ...Array.from({ length: 2000 }, (_, index) => `user ${index}`)];
      const twice = [...distinctIds, ...distinctIds].map((distinctId) => ({ distinctId, at: 5 }));
      const created = await persons().ensure(project, twice);
      assert.deepEqual([...created.keys()].sort(), distinctIds.toSorted());
      assert.equal(new Set([...created.values()].map(({ uuid }) => uuid)).size, distinctIds.length);
      const found = await persons().find(project, distinctIds);
      const refs = [...found].map(([text, { uuid, isIdentified }]) => [text, { uuid, isIdentified }] as const);
      assert.deepEqual(new Map(refs), created);
      for (const text of AWKWARD_TEXTS) {
        assert.deepEqual(await persons().distinctIds(project, created.get(text)?.uuid ?? "", 10), [text]);
      }
    });

    test("are found by a distinct id that is not valid UTF-8", async () => {
      const project = newProject();
      for (const distinctId of ["nul \0", "half \ud800"]) {
        const created = await person(project, distinctId);
        assert.deepEqual(await persons().find(project, [distinctId]), new Map([[distinctId, created]]));
      }
    });

    test("are assigned distinct ids that have no owner", async () => {
      const project = newProject();
      const ada = await person(project, "ada");
      const bob = await person(project, "bob");
      assert.equal(await attach(persons(), project, "new", ada.uuid), ada.uuid);
      assert.equal(await attach(persons(), project, "new", ada.uuid), ada.uuid);
      assert.equal(await attach(persons(), project, "new", bob.uuid), ada.uuid);
      assert.equal(await attach(persons(), project, "bob", ada.uuid), bob.uuid);
      assert.deepEqual(await persons().distinctIds(project, ada.uuid, 10), ["ada", "new"]);
      assert.deepEqual(await persons().distinctIds(project, ada.uuid, 1), ["ada"]);
      assert.deepEqual(await persons().distinctIds(project, bob.uuid, 10), ["bob"]);
      assert.deepEqual(await persons().distinctIds(newProject(), bob.uuid, 10), []);
    });

    test("are shared by distinct ids in the order of one call, unless both have one", async () => {
      const project = newProject();
      const [ada, bob] = [await person(project, "ada"), await person(project, "bob")];
      const ensured = await persons().ensure(project, [
        { distinctId: "ada", at: 7, sameAs: "first" },
        { distinctId: "second", at: 7, sameAs: "first" },
        { distinctId: "new", at: 7, sameAs: "newer" },
        { distinctId: "newest", at: 8, sameAs: "newer" },
        { distinctId: "bob", at: 7, sameAs: "ada" },
        { distinctId: "first", at: 7, sameAs: "bob" },
        { distinctId: "newer", at: 8 },
        { distinctId: "half \ud800", at: 9, sameAs: "nul \0" },
      ]);
      const uuidOf = (distinctId: string) => ensured.get(distinctId)?.uuid ?? assert.fail(distinctId);
      assert.deepEqual(["ada", "first", "second"].map(uuidOf), Array(3).fill(ada.uuid));
      assert.equal(uuidOf("bob"), bob.uuid);
      assert.deepEqual(["newer", "newest"].map(uuidOf), Array(2).fill(uuidOf("new")));
      assert.equal(uuidOf("half \ud800"), uuidOf("nul \0"));
      const found = await persons().find(project, [...ensured.keys()]);
      for (const [distinctId, { uuid }] of found) assert.equal(uuid, uuidOf(distinctId));
      assert.deepEqual([found.size, found.get("newest")?.createdAt], [9, 7]);
      await change(project, randomUUID(), { a: 1 });
    });

    test("are changed by updates, in order", async () => {
      const project = newProject();
      const { uuid } = await person(project, "ada");
      const properties = async () => (await person(project, "ada")).properties;
      await persons().update(project, [
        { uuid, changes: [{ set: { a: 1 }, setOnce: { a: 2, b: 3 } }, { unset: ["b"] }], identify: false },
        { uuid, changes: [{ set: { c: null } }], identify: false },
      ]);
      assert.deepEqual(await properties(), { a: 1, c: null });
      await persons().update(project, [{ uuid, changes: [{ unset: ["a", "c", "d"] }], identify: false }]);
      assert.deepEqual(await properties(), {});
      await persons().update(project, [{ uuid, changes: [{ set: AWKWARD_PROPERTIES }], identify: false }]);
      assert.deepEqual(await properties(), AWKWARD_PROPERTIES);
      const unset = Object.keys(AWKWARD_PROPERTIES).filter((key) => key !== "__proto__");
      await persons().update(project, [{ uuid, changes: [{ unset }], identify: false }]);
      assert.deepEqual(await properties(), propertyMap([["__proto__", { polluted: true }]]));
    });

    test("store large numbers verbatim, through changes and merges", async () => {
      const project = newProject();
      const [into, from] = [await person(project, "ada"), await person(project, "bob")];
      const numbers = parseExactly('{"id":12345678901234567890,"huge":1e999}') as PropertyMap;
      await change(project, from.uuid, numbers);
      await persons().update(project, [
        { uuid: from.uuid, changes: [{ setOnce: { more: numbers } }], identify: false },
      ]);
      await persons().merge(project, into.uuid, from.uuid);
      await change(project, into.uuid, { last: true });
      const { properties } = await person(project, "ada");
      const text = stringifyExactly(numbers);
      assert.equal(stringifyExactly(properties), `${text.slice(0, -1)},"more":${text},"last":true}`);
    });

    test("store large properties", async () => {
      const project = newProject();
      const { uuid } = await person(project, "ada");
      const large = "\u{1f600}".repeat(250_000);
      await change(project, uuid, { large });
      await change(project, uuid, { small: 1 });
      assert.deepEqual((await person(project, "ada")).properties, { large, small: 1 });
    });

    test("stay identified", async () => {
      const project = newProject();
      const { uuid } = await person(project, "ada");
      const identify = (value: boolean) => persons().update(project, [{ uuid, changes: [], identify: value }]);
      await identify(true);
      await identify(false);
      assert.equal((await person(project, "ada")).isIdentified, true);
    });

    test("are merged into one, also repeatedly", async () => {
      const project = newProject();
      const into = await person(project, "ada", 200);
      const from = await person(project, "anonymous", 100);
      await attach(persons(), project, "tablet", from.uuid);
      await change(project, into.uuid, { name: "Ada", both: 1 }, true);
      await change(project, from.uuid, propertyMap(Object.entries({ city: "London", both: 2, ["__proto__"]: 3 })));
      for (let times = 1; times <= 3; times++) {
        assert.equal(await persons().merge(project, into.uuid, from.uuid), true);
        const merged = await person(project, "ada");
        const { properties, ...rest } = merged;
        assert.deepEqual(rest, { uuid: into.uuid, projectId: project, isIdentified: true, createdAt: 100 });
        assert.deepEqual(
          new Map(Object.entries(properties)),
          new Map(Object.entries({ name: "Ada", both: 1, city: "London", ["__proto__"]: 3 })),
        );
        assert.deepEqual(await persons().find(project, ["anonymous"]), new Map([["anonymous", merged]]));
        const distinctIds = await persons().distinctIds(project, into.uuid, 10);
        assert.deepEqual(distinctIds.toSorted(), ["ada", "anonymous", "tablet"]);
        assert.deepEqual(await persons().distinctIds(project, from.uuid, 10), []);
      }
    });

    test("are not merged if identified or unknown", async () => {
      const project = newProject();
      const [ada, bob, eve] = [
        await person(project, "ada"),
        await person(project, "bob"),
        await person(project, "eve"),
      ];
      await change(project, bob.uuid, { name: "Bob" }, true);
      assert.equal(await persons().merge(project, ada.uuid, bob.uuid), false);
      assert.equal(await persons().merge(project, ada.uuid, randomUUID()), false);
      assert.equal(await persons().merge(project, randomUUID(), ada.uuid), false);
      assert.equal(await persons().merge(newProject(), bob.uuid, ada.uuid), false);
      assert.equal(await persons().merge(project, ada.uuid, eve.uuid), true);
      assert.equal(await persons().merge(project, ada.uuid, ada.uuid), true);
      assert.deepEqual((await person(project, "ada")).properties, {});
      assert.deepEqual(await persons().distinctIds(project, ada.uuid, 10), ["ada", "eve"]);
      assert.deepEqual(await persons().distinctIds(project, bob.uuid, 10), ["bob"]);
    });

    test("stand for the survivor in later calls after a merge", async () => {
      const project = newProject();
      const [into, from] = [await person(project, "ada"), await person(project, "anonymous")];
      await persons().merge(project, into.uuid, from.uuid);
      assert.equal(await attach(persons(), project, "late", from.uuid), into.uuid);
      await persons().update(project, [
        { uuid: into.uuid, changes: [{ set: { last: "into", kept: 1 } }], identify: false },
        { uuid: from.uuid, changes: [{ set: { last: "from" } }], identify: true },
      ]);
      const changed = { ...into, properties: { last: "from", kept: 1 }, isIdentified: true };
      assert.deepEqual(await persons().find(project, ["late"]), new Map([["late", changed]]));
    });

    test("stand for the survivor in later merges", async () => {
      const project = newProject();
      const distinctIds = ["a", "b", "c", "d", "e"];
      const newIds = distinctIds.map((distinctId) => ({ distinctId, at: 1 }));
      const created = await persons().ensure(project, newIds);
      const uuid = (distinctId: string) => created.get(distinctId)?.uuid ?? "";
      const merge = (into: string, from: string) => persons().merge(project, uuid(into), uuid(from));
      assert.equal(await merge("a", "b"), true);
      assert.equal(await merge("b", "c"), true, "a gets c");
      assert.equal(await merge("d", "b"), true, "d gets a, b and c");
      assert.equal(await merge("a", "c"), true, "they are merged already");
      await change(project, uuid("b"), {}, true);
      assert.equal(await merge("e", "c"), false, "d is identified");
      assert.equal(await merge("c", "e"), true);
      const found = await persons().find(project, distinctIds);
      assert.deepEqual(new Set([...found.values()].map((person) => person.uuid)), new Set([uuid("d")]));
      assert.equal((await persons().distinctIds(project, uuid("d"), 10)).length, 5);
    });
  });
}
