import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { Store } from "../../../src/store/ports/stores.ts";
import { attach } from "../../support/test-people.ts";
import { type Engine, testStore } from "../engine-suites.ts";
import { newProject } from "../samples.ts";

/** Tests what the ports guarantee for calls of many projects at the same time, as the drain makes them. */
export function describeManyProjects(engine: Engine<Store>): void {
  describe(`${engine.name}: calls of many projects at the same time`, () => {
    const store = testStore(engine);
    const persons = () => store.connection.persons;
    const groups = () => store.connection.groups;
    const forEach = <T>(projects: readonly string[], work: (project: string, index: number) => Promise<T>) =>
      Promise.all(projects.map(work));

    test("concern the persons of their own project only", async () => {
      const projects = Array.from({ length: 30 }, newProject);
      const ensured = await forEach(projects, (project, at) => persons().ensure(project, [{ distinctId: "ann", at }]));
      const uuids = ensured.map((refs) => refs.get("ann")?.uuid ?? "");
      assert.equal(new Set(uuids).size, projects.length);
      const owners = await forEach(projects, (project, n) => attach(persons(), project, "bob", uuids[n] ?? ""));
      assert.deepEqual(owners, uuids);
      await forEach(projects, (project, n) => {
        const changes = [{ set: { n } }];
        return persons().update(project, [{ uuid: uuids[n] ?? "", changes, identify: n % 2 === 0 }]);
      });
      await forEach(projects, (project, n) => persons().ensure(project, [{ distinctId: `other ${n % 3}`, at: 1 }]));
      const found = await forEach(projects, (project) => persons().findRefs(project, ["bob", "other 0"]));
      for (const [n, refs] of found.entries()) {
        assert.deepEqual(refs.get("bob"), { uuid: uuids[n], isIdentified: n % 2 === 0 });
        assert.equal(refs.has("other 0"), n % 3 === 0);
        const person = (await persons().find(projects[n] ?? "", ["ann"])).get("ann");
        assert.deepEqual([person?.properties, person?.createdAt], [{ n }, n]);
      }
      const merged = await forEach(projects, async (project, n) => {
        const others = await persons().findRefs(project, [`other ${n % 3}`]);
        return persons().merge(project, uuids[n] ?? "", others.get(`other ${n % 3}`)?.uuid ?? "");
      });
      assert.ok(merged.every((isMerged) => isMerged === true));
      for (const [n, project] of projects.entries())
        assert.deepEqual(await persons().distinctIds(project, uuids[n] ?? "", 9), ["ann", "bob", `other ${n % 3}`]);
    });

    test("answer each about its own persons, also if several concern the same", async () => {
      const [project, other] = [newProject(), newProject()];
      const wanted = ["ann", "bob", "eve"].map((distinctId) => ({ distinctId, at: 1 }));
      const [first, second, third] = await Promise.all([
        persons().ensure(project, wanted.slice(0, 2)),
        persons().ensure(project, wanted.slice(1)),
        persons().ensure(other, wanted.slice(0, 2)),
      ]);
      assert.deepEqual([...(first?.keys() ?? [])].toSorted(), ["ann", "bob"]);
      assert.deepEqual([...(second?.keys() ?? [])].toSorted(), ["bob", "eve"]);
      assert.equal(first?.get("bob")?.uuid, second?.get("bob")?.uuid);
      assert.notEqual(first?.get("ann")?.uuid, third?.get("ann")?.uuid);
      const uuid = first?.get("ann")?.uuid ?? "";
      const large = { changes: [{ set: { large: "x".repeat(2 ** 20) } }], identify: false };
      const refused = await Promise.all([
        persons().update(project, [{ uuid, ...large }]),
        persons().update(other, [
          { uuid: third?.get("ann")?.uuid ?? "", changes: [{ set: { a: 1 } }], identify: true },
        ]),
      ]);
      assert.deepEqual(refused, [1, 0]);
      assert.deepEqual((await persons().find(other, ["ann"])).get("ann")?.properties, { a: 1 });
    });

    test("register and change the groups of their own project only", async () => {
      const projects = Array.from({ length: 20 }, newProject);
      const types = (n: number) => (n % 2 === 0 ? ["company", "team"] : ["team"]);
      const registered = await forEach(projects, (project, n) => groups().registerTypes(project, types(n)));
      assert.deepEqual(
        registered,
        projects.map((_, n) => types(n)),
      );
      for (const value of ["first", "last"]) {
        const refused = await forEach(projects, (project, n) => {
          const set = n === 3 ? { value: "x".repeat(2 ** 20) } : { value, n };
          return groups().update(project, [{ type: "team", key: "blue", at: n, changes: [{ set }] }]);
        });
        assert.deepEqual(
          refused,
          projects.map((_, n) => (n === 3 ? 1 : 0)),
        );
      }
      for (const [n, project] of projects.entries()) {
        const [group] = await groups().find(project, [{ type: "team", key: "blue" }]);
        assert.deepEqual(group?.properties, n === 3 ? {} : { value: "last", n });
        assert.equal(group?.createdAt, n);
      }
    });

    test("store the checkpoints of their own project and journal", async () => {
      const { checkpoints } = store.connection;
      const [projects, journal, other] = [Array.from({ length: 20 }, newProject), randomUUID(), randomUUID()];
      await Promise.all([
        forEach(projects, (project, n) => checkpoints.advance(journal, project, { group: 10 + n, index: n })),
        forEach(projects.slice(5), (project) => checkpoints.advance(other, project, { group: 3, index: 4 })),
      ]);
      await forEach(projects, (project, n) => checkpoints.advance(journal, project, { group: 20, index: n }));
      const found = await forEach(projects, (project) => checkpoints.find(journal, project));
      assert.deepEqual(
        found,
        projects.map((_, n) => ({ group: Math.max(20, 10 + n), index: n })),
      );
      const others = await forEach(projects, (project) => checkpoints.find(other, project));
      assert.deepEqual(
        others,
        projects.map((_, n) => (n < 5 ? null : { group: 3, index: 4 })),
      );
    });
  });
}
