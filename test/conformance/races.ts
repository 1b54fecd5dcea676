import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import type { Worker } from "node:worker_threads";
import { connect, type Remote } from "../../src/lib/threads/channel.ts";
import { endThread, startThread } from "../../src/lib/threads/start-thread.ts";
import type { Store } from "../../src/store/ports/stores.ts";
import { type Engine, testStore } from "./engine-suites.ts";
import type { Racer } from "./racer.ts";
import { emptySummary, newPiece, newProject } from "./samples.ts";

const RACERS = 3;

const names = (count: number) => Array.from({ length: count }, (_, index) => `name ${index}`);

/** Tests what the ports guarantee to concurrent callers, each in a thread with its own connection. */
export function describeRaces(engine: Engine<Store>): void {
  describe(`${engine.name}: concurrent callers`, () => {
    const store = testStore(engine);
    const threads: Worker[] = [];
    const racers: Remote<Racer>[] = [];

    before(() => {
      for (let number = 0; number < RACERS; number++) {
        const thread = startThread("../test/conformance/racer", { engineName: engine.name, storeName: store.name });
        const { remote, fail } = connect<Racer>(thread);
        thread.on("error", fail);
        threads.push(thread);
        racers.push(remote);
      }
    });
    after(async () => {
      for (const racer of racers) await racer.close();
      for (const thread of threads) await endThread(thread);
    });

    const race = <T>(run: (racer: Remote<Racer>, number: number) => Promise<T>) => Promise.all(racers.map(run));

    /** Asserts that all racers got the same result, and returns it. */
    function same<T>(results: readonly T[]): T {
      const [first] = results;
      assert.ok(first !== undefined);
      for (const result of results) assert.deepEqual(result, first);
      return first;
    }

    test("one may set up first", async () => {
      assert.deepEqual((await race((racer) => racer.setUp())).toSorted(), [false, false, true]);
    });

    test("projects get unique ids, an address one user", async () => {
      const ids = (await race((racer) => racer.addProjects(20))).flat();
      assert.equal(new Set(ids).size, ids.length);
      assert.ok(same(await race((racer) => racer.addUser("ada@example.com"))) > 0);
    });

    test("each event is new once", async () => {
      const project = newProject();
      const uuids = Array.from({ length: 30 }, () => randomUUID());
      const counts = await race((racer) => racer.insertEvents(project, uuids));
      assert.equal(
        counts.reduce((sum, count) => sum + count),
        30,
      );
    });

    test("a distinct id gets one owner", async () => {
      const project = newProject();
      const persons = same(await race((racer) => racer.ensure(project, names(40))));
      assert.equal(new Set(persons).size, 40);
      const newIds = Array.from({ length: 40 }, (_, index) => `new ${index}`);
      const owners = same(await race((racer, number) => racer.attach(project, newIds, persons[number] ?? "")));
      const found = await store.connection.persons.find(project, newIds);
      assert.deepEqual(
        newIds.map((distinctId) => found.get(distinctId)?.uuid),
        owners,
      );
    });

    test("all changes of a person or a group are applied", async () => {
      const project = newProject();
      const [uuid = ""] = await race((racer) => racer.ensure(project, ["ada"])).then(same);
      const keysOf = (number: number) => names(20).map((name) => `${number} ${name}`);
      await race((racer, number) => racer.setProperties(project, uuid, keysOf(number)));
      await race((racer, number) => racer.setGroupProperties(project, keysOf(number)));
      const person = (await store.connection.persons.find(project, ["ada"])).get("ada");
      const [group] = await store.connection.groups.find(project, [{ type: "t", key: "k" }]);
      assert.equal(Object.keys(person?.properties ?? {}).length, 20 * RACERS);
      assert.equal(Object.keys(group?.properties ?? {}).length, 20 * RACERS);
    });

    test("persons merged in a ring and in both directions become one", async () => {
      const project = newProject();
      const persons = await race((racer) => racer.ensure(project, names(30))).then(same);
      const pairs = persons.map((into, index) => [into, persons[(index + 1) % persons.length] ?? ""] as const);
      const swapped = pairs.map(([into, from]) => [from, into] as const).toReversed();
      const merged = await race((racer, number) => racer.merge(project, number === 0 ? pairs : swapped));
      assert.deepEqual(new Set(merged.flat()), new Set([true]));
      const found = await store.connection.persons.find(project, names(30));
      const owners = new Set([...found.values()].map(({ uuid }) => uuid));
      assert.deepEqual([found.size, owners.size], [30, 1]);
      const [owner = ""] = owners;
      const distinctIds = await store.connection.persons.distinctIds(project, owner, 100);
      assert.deepEqual(distinctIds.toSorted(), names(30).toSorted());
    });

    test("all changes of a person survive a merge", async () => {
      const project = newProject();
      const persons = await race((racer) => racer.ensure(project, names(10))).then(same);
      const pairs = persons.slice(1).map((from, index) => [persons[index] ?? "", from] as const);
      await race(async (racer, number) => {
        if (number === 0) return racer.merge(project, pairs);
        for (const [index, uuid] of persons.entries()) {
          await racer.setProperties(project, uuid, [`${number} ${index}`, `${number} ${index} more`]);
        }
      });
      const found = await store.connection.persons.find(project, names(10));
      const properties = [...found.values()].map((person) => Object.keys(person.properties).length);
      assert.deepEqual(new Set(properties), new Set([10 * 2 * (RACERS - 1)]));
    });

    test("group types have one number each", async () => {
      const project = newProject();
      await race((racer, number) => racer.registerTypes(project, [`own ${number}`, ...names(5)]));
      const types = await store.connection.groups.types(project);
      assert.deepEqual(types.toSorted(), [...names(5), ...names(RACERS).map((name) => name.replace("name", "own"))]);
    });

    test("all get the same flag identifiers", async () => {
      const project = newProject();
      const [person = ""] = await race((racer) => racer.ensure(project, ["ada"])).then(same);
      assert.equal(same(await race((racer) => racer.keepIdentifiers(project, person, names(20)))).length, 20);
    });

    test("the survivor gets flag identifiers stored during a merge", async () => {
      const project = newProject();
      const persons = await race((racer) => racer.ensure(project, names(10))).then(same);
      const pairs = persons.slice(1).map((from, index) => [persons[index] ?? "", from] as const);
      await race(async (racer, number) => {
        if (number === 0) return racer.merge(project, pairs);
        for (const person of persons) await racer.keepIdentifiers(project, person, names(3));
      });
      const { flags } = store.connection;
      const identifiers = await Promise.all(
        persons.map((uuid) => flags.keepIdentifiers(project, uuid, names(3), "new")),
      );
      assert.ok(![...same(identifiers).values()].includes("new"));
    });

    test("a piece counts once, a recording has one owner and one file", async () => {
      const project = newProject();
      const { recordings } = store.connection;
      const pieces = names(5).flatMap((session) =>
        [1, 2].map((start) => newPiece(session, { summary: emptySummary(start) })),
      );
      await race((racer) => racer.append(project, pieces));
      const { count, items } = await recordings.library.list(project, { limit: 10, offset: 0 });
      assert.equal(count, 5);
      for (const { unflushed } of items) assert.equal(unflushed?.bytes, 2 * '[{"type":4}]'.length);

      const claims = await race((racer) => racer.claim(project, names(5)));
      for (const index of names(5).keys()) {
        assert.equal(claims.filter((each) => each[index]).length, 1);
      }
      assert.equal(same(await race((racer) => racer.beginFile(project, "name 0"))), "prefix/1-2");

      const erased = await race((racer) => racer.eraseAndCount(project, names(4)));
      assert.equal(
        erased.reduce((sum, done) => sum + done),
        4,
      );
      assert.equal((await recordings.library.list(project, { limit: 10, offset: 0 })).count, 1);
    });
  });
}
