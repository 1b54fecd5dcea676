import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Store } from "../../../src/store/ports/stores.ts";
import { type Engine, testStore } from "../engine-suites.ts";
import { AWKWARD_TEXTS, newProject } from "../samples.ts";

async function flatten<T>(lists: AsyncIterable<readonly T[]>): Promise<T[]> {
  const items: T[] = [];
  for await (const list of lists) items.push(...list);
  return items;
}

/** Tests what the port guarantees. */
export function describePeopleReading(engine: Engine<Store>): void {
  describe(`${engine.name}: reading all people`, () => {
    const store = testStore(engine);

    test("persons are read once, with properties up to a size", async () => {
      const { persons, people } = store.connection;
      const [project, other] = [newProject(), newProject()];
      const ids = Array.from({ length: 1200 }, (_, index) => `visitor ${index}`);
      await persons.ensure(other, [{ distinctId: "of another project", at: 5 }]);
      const owners = await persons.ensure(
        project,
        ids.map((distinctId, at) => ({ distinctId, at })),
      );
      const uuid = owners.get("visitor 7")?.uuid ?? "";
      const large = owners.get("visitor 8")?.uuid ?? "";
      await persons.update(project, [
        { uuid, changes: [{ set: { plan: "pro" } }], identify: true },
        { uuid: large, changes: [{ set: { text: "x".repeat(70_000) } }], identify: false },
      ]);
      const all = await flatten(people.persons(project));
      assert.equal(all.length, ids.length);
      const byUuid = new Map(all.map((person) => [person.uuid, person]));
      assert.deepEqual([...byUuid.keys()].toSorted(), [...owners.values()].map((owner) => owner.uuid).toSorted());
      assert.deepEqual(byUuid.get(uuid), { uuid, createdAt: 7, isIdentified: true, properties: '{"plan":"pro"}' });
      assert.equal(byUuid.get(large)?.properties, "{}");
      assert.deepEqual(await flatten(people.persons(newProject())), []);
    });

    test("distinct ids belong to persons that were not merged, any text", async () => {
      const { persons, people } = store.connection;
      const project = newProject();
      const texts = AWKWARD_TEXTS.filter((text) => text !== "");
      const chain = ["first", "second", "third"];
      const owners = await persons.ensure(
        project,
        [...texts, ...chain].map((distinctId) => ({ distinctId, at: 1 })),
      );
      const uuid = (distinctId: string) => owners.get(distinctId)?.uuid ?? "";
      await persons.merge(project, uuid("second"), uuid("first"));
      await persons.merge(project, uuid("third"), uuid("second"));
      const all = await flatten(people.distinctIds(project));
      const expected = new Map([...texts.map((text) => [text, uuid(text)] as const)]);
      for (const distinctId of chain) expected.set(distinctId, uuid("third"));
      assert.deepEqual(new Map(all.map(({ distinctId, person }) => [distinctId, person])), expected);
      assert.equal(all.length, expected.size);
      assert.equal((await flatten(people.persons(project))).length, texts.length + 1);
    });

    test("groups are read once", async () => {
      const { groups, people } = store.connection;
      const project = newProject();
      const keys = Array.from({ length: 600 }, (_, index) => `key ${index}`);
      const changes = [{ set: { size: 5 } }];
      await groups.update(
        project,
        keys.map((key) => ({ type: "team", key, changes, at: 3 })),
      );
      const all = await flatten(people.groups(project));
      assert.deepEqual(all.map(({ key }) => key).toSorted(), keys.toSorted());
      assert.deepEqual(all[0], { type: "team", key: all[0]?.key, createdAt: 3, properties: '{"size":5}' });
    });
  });
}
