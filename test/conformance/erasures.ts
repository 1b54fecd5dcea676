import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { Store } from "../../src/store/ports/stores.ts";
import type { Erasure } from "../../src/store/records/erasures.ts";
import { countEvents } from "../support/count-events.ts";
import { type Engine, testStore } from "./engine-suites.ts";
import { AWKWARD_TEXTS, newEvent, newPiece, newProject, storedEvents } from "./samples.ts";

const TEXTS = AWKWARD_TEXTS.filter((text) => text !== "");

/** Tests what the ports guarantee that an erasure of a person needs. */
export function describeErasures(engine: Engine<Store>): void {
  describe(`${engine.name}: erasures`, () => {
    const store = testStore(engine);
    const erasures = () => store.connection.erasures;

    async function insert(projectId: string): Promise<Erasure> {
      const erasure: Erasure = {
        ...{ id: randomUUID(), projectId, requestedAt: 1000, stage: "collecting", completedAt: null },
      };
      await erasures().insert(erasure);
      return erasure;
    }

    test("are found in their project, and listed once they are accepted", async () => {
      const project = newProject();
      const [first, second] = [await insert(project), await insert(project)];
      const page = { limit: 1, offset: 0 };
      assert.deepEqual(await erasures().list(project, page), { count: 0, items: [] });
      for (const erasure of [first, second]) await erasures().advance(erasure, "detaching", 1);
      const accepted = { ...second, stage: "detaching" };
      assert.deepEqual(await erasures().list(project, page), { count: 2, items: [accepted] });
      assert.deepEqual(await erasures().find(second), accepted);
      assert.equal(await erasures().find({ ...second, projectId: newProject() }), null);
      assert.equal(await erasures().find({ ...second, id: "x" }), null);
    });

    test("only advance, and are unfinished until they are completed", async () => {
      const erasure = await insert(newProject());
      const isUnfinished = async () => (await erasures().unfinished()).some(({ id }) => id === erasure.id);
      await erasures().advance(erasure, "sweeping", 5);
      await erasures().advance(erasure, "removing", 6);
      assert.deepEqual(await erasures().find(erasure), { ...erasure, stage: "sweeping" });
      assert.ok(await isUnfinished());
      await erasures().advance(erasure, "completed", 7);
      await erasures().advance(erasure, "completed", 8);
      assert.deepEqual(await erasures().find(erasure), { ...erasure, stage: "completed", completedAt: 7 });
      assert.ok(!(await isUnfinished()));
    });

    test("have items of several kinds, each once, also many", async () => {
      const project = newProject();
      const [erasure, other] = [await insert(project), await insert(project)];
      await erasures().addItems(erasure, "distinct_id", TEXTS);
      await erasures().addItems(erasure, "distinct_id", TEXTS.slice(3));
      const sessions = Array.from({ length: 1200 }, (_, index) => `${index} ${"\u0001".repeat(190)}`);
      await erasures().addItems(erasure, "session", sessions);
      assert.deepEqual((await erasures().items(erasure, "session")).toSorted(), sessions.toSorted());
      await erasures().addItems(other, "distinct_id", ["other"]);
      const found = await erasures().items(erasure, "distinct_id");
      assert.deepEqual(found.toSorted(), TEXTS.toSorted());
      const matches = await erasures().matching(project, ["none", "other", "a"]);
      assert.deepEqual(matches.map(({ id, distinctId }) => [id, distinctId]).toSorted(), [
        ...[
          [erasure.id, "a"],
          [other.id, "other"],
        ].toSorted(),
      ]);
      assert.deepEqual(await erasures().matching(newProject(), ["a"]), []);
      await erasures().removeItems(erasure);
      assert.deepEqual(await erasures().items(erasure, "distinct_id"), []);
      assert.deepEqual(await erasures().matching(project, ["a"]), []);
      await erasures().advance(other, "completed", 1);
      assert.deepEqual(await erasures().matching(project, ["other"]), []);
    });

    test("are claimed, if they exist", async () => {
      const erasure = await insert(newProject());
      for (const until of [20, 30]) assert.ok(await erasures().claim(erasure, "one", until, 10));
      assert.ok(await erasures().claim(erasure, "another", 50, 40));
      assert.ok(!(await erasures().claim({ ...erasure, id: randomUUID() }, "one", 20, 10)));
    });

    test("forget erased recordings, and what sessions without a recording have left", async () => {
      const [projectId, at] = [newProject(), 1000];
      const { pieces, library, erasure } = store.connection.recordings;
      const ids = ["erased", "recorded", "unrecorded"];
      await pieces.append(projectId, [newPiece("erased"), newPiece("recorded")]);
      const properties = { $os: "Linux" };
      await pieces.saveProperties(
        projectId,
        ids.map((sessionId) => ({ sessionId, at, checkAt: at, properties })),
      );
      await erasure.erase(projectId, "erased", at);
      await pieces.dropUnrecorded(projectId, ids);
      assert.deepEqual([...(await library.properties(projectId, ids)).keys()], ["recorded"]);
      for (let times = 0; times < 2; times++) assert.ok(await erasure.forget(projectId, ids));
      assert.deepEqual(await erasure.erased(projectId, ids), new Set());
      assert.equal((await library.list(projectId, { limit: 9, offset: 0 })).count, 1);
      await pieces.append(projectId, [newPiece("erased")]);
      assert.equal((await library.list(projectId, { limit: 9, offset: 0 })).count, 2);
    });

    test("know the nodes", async () => {
      const node = { id: randomUUID(), name: "one", seenAt: 1 };
      await erasures().reportNode(node);
      assert.ok(await erasures().reportNode({ ...node, seenAt: 2 }));
      const own = async () => (await erasures().nodes()).filter(({ id }) => id === node.id);
      assert.deepEqual(await own(), [{ ...node, seenAt: 2 }]);
      assert.ok(!(await erasures().forgetNode(node.id, 2, 5)));
      assert.ok(!(await erasures().forgetNode(randomUUID(), 3, 5)));
      assert.ok(await erasures().forgetNode(node.id, 3, 5));
      assert.deepEqual(await own(), []);
      const isRemembered = (await erasures().forgottenAt(node.id)) === 5;
      assert.equal(await erasures().reportNode({ ...node, seenAt: 6 }), !isRemembered);
      await erasures().removeNode(node.id);
      assert.equal(await erasures().forgottenAt(node.id), null);
      assert.ok(await erasures().reportNode(node));
      await erasures().removeNode(node.id);
      assert.deepEqual(await own(), []);
    });

    test("remove a person with all uuids and distinct ids; its distinct ids get another person", async () => {
      const project = newProject();
      const { persons, flags } = store.connection;
      const ids = ["ada", "anonymous", "tablet"].map((distinctId) => ({ distinctId, at: 1 }));
      const created = await persons.ensure(project, [...ids, { distinctId: "bob", at: 1 }]);
      const [ada = "", anonymous = "", tablet = ""] = ids.map(({ distinctId }) => created.get(distinctId)?.uuid);
      for (const uuid of created.values()) await flags.keepIdentifiers(project, uuid.uuid, ["f"], uuid.uuid);
      await persons.merge(project, anonymous, tablet);
      await persons.merge(project, ada, anonymous);
      await insert(project);
      for (let times = 0; times < 2; times++) await persons.erase(project, [ada, randomUUID(), "x"]);
      const left = await persons.find(project, ["ada", "anonymous", "tablet", "bob"]);
      assert.deepEqual([...left.keys()], ["bob"]);
      const later = await persons.ensure(project, ids);
      const old = new Set([ada, anonymous, tablet]);
      assert.deepEqual(
        [...later.values()].filter(({ uuid }) => old.has(uuid)),
        [],
      );
      await persons.erase(project, [ada]);
      assert.equal((await persons.find(project, ["ada", "anonymous", "tablet"])).size, 3);
      assert.equal((await flags.keepIdentifiers(project, ada, ["f"], "new")).get("f"), "new");
    });

    test("find events in parts, by distinct id and the time when they were received, and remove them", async () => {
      const project = newProject();
      const { events } = store.connection;
      const all = Array.from({ length: 30 }, (_, index) =>
        newEvent(project, { distinctId: `d${index % 3}`, timestamp: -(index % 4), receivedAt: index }),
      );
      const large = newEvent(project, { distinctId: "d1", receivedAt: 4, properties: `{"a":"${"x".repeat(9e6)}"}` });
      await events.insert([...all, large]);
      await events.insert([newEvent(newProject(), { distinctId: "d1" })]);
      const filter = { distinctIds: ["d1", "d2"], receivedUntil: 20 };
      const found = (await storedEvents(events, project, filter)).map(({ uuid }) => uuid);
      const matching = [...all, large].filter(({ distinctId, receivedAt }) => distinctId !== "d0" && receivedAt <= 20);
      assert.deepEqual(found.toSorted(), matching.map(({ uuid }) => uuid).toSorted());
      await events.erase(project, [...found, randomUUID()]);
      assert.equal(await countEvents(events, project, {}), all.length + 1 - found.length);
      assert.equal(await countEvents(events, project, filter), 0);
    });
  });
}
