import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { interruptEveryWrite } from "../../test/support/engines/test-interruptions.ts";
import {
  dropTestDatabase,
  newDatabaseName,
  noMongoServer,
  testMongoOptions,
} from "../../test/support/engines/test-mongo.ts";
import { openMongo } from "../store/mongodb/mongodb.ts";
import type { Store } from "../store/ports/stores.ts";
import { collectDistinctIds } from "./erase-person.ts";
import { requestErasure } from "./request-erasure.ts";

const IDS = ["ada", "bob", "eve"] as const;
type People = Readonly<Record<(typeof IDS)[number], string>>;

/** After a merge that ended at any of its writes, other nodes merge and erase as if it had not begun, or had ended. */
describe("MongoDB: after an interrupted merge of bob into ada", { skip: noMongoServer }, () => {
  let name = "";
  let store: Store;
  let second: Store;
  before(async () => {
    name = await newDatabaseName();
    store = await openMongo(testMongoOptions(name));
    second = await openMongo(testMongoOptions(name));
  });
  after(async () => {
    await Promise.all([store.close(), second.close()]);
    await dropTestDatabase(name);
  });

  async function createPeople(project: string): Promise<People> {
    const persons = await store.persons.ensure(
      project,
      IDS.map((distinctId) => ({ distinctId, at: 1 })),
    );
    const uuidOf = (id: string) => persons.get(id)?.uuid ?? "";
    const updates = IDS.map((id) => ({ uuid: uuidOf(id), changes: [{ set: { [id]: 1 } }], identify: false }));
    await store.persons.update(project, updates);
    return { ada: uuidOf("ada"), bob: uuidOf("bob"), eve: uuidOf("eve") };
  }

  /** Returns the distinct ids of each person, after checking that both lookups and the properties agree. */
  async function readPeople(project: string): Promise<string[]> {
    const owned = new Map<string, string[]>();
    for (const [id, { uuid }] of await second.persons.find(project, IDS)) {
      owned.set(uuid, [...(owned.get(uuid) ?? []), id]);
    }
    for (const [uuid, ids] of owned) {
      assert.deepEqual((await second.persons.distinctIds(project, uuid, 10)).toSorted(), ids.toSorted());
      const person = await second.persons.findByUuid(project, uuid);
      assert.deepEqual(Object.keys(person?.properties ?? {}).toSorted(), ids.toSorted());
    }
    const { count } = await second.persons.list(project, { limit: 10, offset: 0 });
    assert.equal(count, owned.size);
    return [...owned.values()].map((ids) => ids.toSorted().join(" ")).toSorted();
  }

  const interrupt = (check: (project: string, people: People) => Promise<void>) =>
    interruptEveryWrite(name, {
      prepare: createPeople,
      call: ({ persons }, project, { ada, bob }) => persons.merge(project, ada, bob),
      check,
    });

  const merges = {
    "the same": ({ ada, bob }: People) => [ada, bob],
    "the reverse": ({ ada, bob }: People) => [bob, ada],
    "one into a third": ({ ada, eve }: People) => [eve, ada],
    "a third into one": ({ bob, eve }: People) => [bob, eve],
  };
  for (const [kind, read] of Object.entries(merges)) {
    test(`two nodes merge at once: it is repeated, and ${kind}`, () =>
      interrupt(async (project, people) => {
        const [into = "", from = ""] = read(people);
        const { ada, bob } = people;
        const results = [store.persons.merge(project, ada, bob), second.persons.merge(project, into, from)];
        assert.deepEqual(await Promise.all(results), [true, true]);
        const hasThird = into === people.eve || from === people.eve;
        assert.deepEqual(await readPeople(project), hasThird ? ["ada bob eve"] : ["ada bob", "eve"]);
      }));
  }

  for (const erased of IDS) {
    test(`${erased} is erased, and the others merge`, () =>
      interrupt(async (project, people) => {
        const { persons, erasures } = second;
        const isMerged = (await persons.find(project, ["bob"])).get("bob")?.uuid === people.ada;
        const erasure = await requestErasure(project, people[erased], { persons, erasures, now: Date.now });
        await collectDistinctIds(erasure, { persons, erasures });
        await persons.erase(project, await erasures.items(erasure, "person"));
        const gone = isMerged && erased !== "eve" ? ["ada", "bob"] : [erased];
        assert.deepEqual((await erasures.items(erasure, "distinct_id")).toSorted(), gone);
        const [first = "eve", ...others] = IDS.filter((id) => !gone.includes(id));
        assert.deepEqual(await readPeople(project), isMerged && erased === "eve" ? ["ada bob"] : [first, ...others]);
        for (const id of others) assert.equal(await store.persons.merge(project, people[first], people[id]), true);
        assert.deepEqual(await readPeople(project), [[first, ...others].join(" ")]);
      }));
  }
});
