import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Stored } from "../../src/store/ports/records.ts";
import type { Store } from "../../src/store/ports/stores.ts";
import { type Engine, testStore } from "./engine-suites.ts";
import { newSample, SAMPLES, type Sample, TOKENS } from "./sample-records.ts";
import { AWKWARD_TEXTS, newProject } from "./samples.ts";

const ALL = { limit: 100, offset: 0 };

/** Tests what the port guarantees of reads by index. */
export function describeRecordLists(engine: Engine<Store>): void {
  describe(`${engine.name}: lists of records`, () => {
    const store = testStore(engine);
    const records = () => store.connection.records;
    const namesOf = (samples: readonly Stored<Sample>[]) => samples.map(({ name }) => name).join(" ");

    async function fill(projectId: string): Promise<void> {
      const times = [
        ["b", 2],
        ["a", 2],
        ["d", 10],
        ["\u{ff5e}", 1],
        ["\u{1f600}", 1],
        ["c", 2],
      ] as const;
      for (const [name, at] of times) {
        await records().insert(SAMPLES, newSample(projectId, name, { at, isPinned: at === 2 }));
      }
    }

    test("are ordered by a field, then by key, in both directions, within the project", async () => {
      const [projectId, other] = [newProject(), newProject()];
      for (const id of [projectId, other]) await fill(id);
      const query = { where: { projectId }, orderBy: "at" } as const;
      const ascending = await records().list(SAMPLES, query, ALL);
      assert.equal(ascending.count, 6);
      assert.equal(namesOf(ascending.items), "\u{ff5e} \u{1f600} a b c d");
      const descending = await records().list(SAMPLES, { ...query, descending: true }, { limit: 3, offset: 1 });
      assert.deepEqual([descending.count, namesOf(descending.items)], [6, "c b a"]);
      const beyond = await records().list(SAMPLES, query, { limit: 3, offset: 6 });
      assert.deepEqual(beyond, { count: 6, items: [] });
      const byKey = await records().list(SAMPLES, { where: { projectId } }, ALL);
      assert.equal(namesOf(byKey.items), "a b c d \u{ff5e} \u{1f600}");
      const none = await records().list(SAMPLES, { where: { projectId: newProject() } }, ALL);
      assert.deepEqual(none, { count: 0, items: [] });
    });

    test("are read in pages after a record, which may be gone", async () => {
      const projectId = newProject();
      await fill(projectId);
      for (const descending of [false, true]) {
        const query = { where: { projectId }, orderBy: "at", descending } as const;
        const read: Stored<Sample>[] = [];
        let after: Stored<Sample> | undefined;
        do {
          const page = await records().scan(SAMPLES, query, { limit: 2, after });
          read.push(...page);
          after = page.at(-1);
          if (after?.name === "b") await records().delete(SAMPLES, after);
        } while (after);
        assert.equal(namesOf(read), descending ? "d c a \u{1f600} \u{ff5e}" : "\u{ff5e} \u{1f600} a b c d");
      }
    });

    test("have bounds, and match booleans and several fields", async () => {
      const projectId = newProject();
      await fill(projectId);
      const query = { where: { projectId }, orderBy: "at" } as const;
      const names = async (parts: object) =>
        namesOf((await records().list(SAMPLES, { ...query, ...parts }, ALL)).items);
      assert.equal(await names({ from: 2 }), "a b c d");
      assert.equal(await names({ before: 2 }), "\u{ff5e} \u{1f600}");
      assert.equal(await names({ from: 2, before: 10, descending: true }), "c b a");
      assert.equal(await names({ where: { projectId, isPinned: true } }), "a b c");
      assert.equal(await names({ where: { projectId, isPinned: false }, from: 2 }), "d");
    });

    test("are read by some fields, in order", async () => {
      const projectId = newProject();
      const names = ["b", AWKWARD_TEXTS.join(""), "a"];
      for (const name of names)
        await records().insert(SAMPLES, newSample(projectId, name, { owner: name === "a" ? 1 : null }));
      await records().insert(SAMPLES, newSample(projectId, "pinned", { isPinned: true }));
      const query = { where: { projectId, isPinned: false }, orderBy: "at" } as const;
      const found = await records().scanFields(SAMPLES, query, ["name", "owner", "at"]);
      assert.deepEqual(
        found.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
        [...names.toSorted().map((name) => ({ name, owner: name === "a" ? 1 : null, at: 1 }))],
      );
      const descending = { where: { projectId }, orderBy: "name", descending: true, before: "c" } as const;
      const byName = await records().scanFields(SAMPLES, descending, ["name"]);
      assert.deepEqual(byName.slice(0, 2), [{ name: "b" }, { name: "a" }]);
      await assert.rejects(records().scanFields(SAMPLES, { where: { at: 1 } }, ["name"]), TypeError);
    });

    test("are found by several values of a field at once", async () => {
      const projectId = newProject();
      const other = newProject();
      const names = ["a", "\u{1f600} \0", "c"];
      for (const name of names) await records().insert(SAMPLES, newSample(projectId, name, { owner: 3 }));
      await records().insert(SAMPLES, newSample(other, "a", { owner: 4_000_000_000 }));
      const found = await records().findMany(SAMPLES, "projectId", [projectId, other, projectId, "none"]);
      assert.deepEqual(found.map((record) => `${record.projectId} ${record.name}`).toSorted(), [
        ...[...names.map((name) => `${projectId} ${name}`), `${other} a`].toSorted(),
      ]);
      const [owned, ...rest] = await records().findMany(SAMPLES, "owner", [4_000_000_000]);
      assert.deepEqual([owned?.projectId, rest], [other, []]);
      assert.deepEqual(await records().findMany(SAMPLES, "owner", []), []);
      await assert.rejects(records().findMany(SAMPLES, "at", [1]), TypeError);
    });

    test("match null and numbers", async () => {
      const projectId = newProject();
      for (const owner of [7, null]) {
        await records().insert(SAMPLES, newSample(projectId, `owner ${owner}`, { owner }));
      }
      for (const owner of [7, null]) {
        const found = await records().scan(SAMPLES, { where: { owner } }, { limit: 100 });
        const ours = found.filter((sample) => sample.projectId === projectId);
        assert.equal(namesOf(ours), `owner ${owner}`);
      }
    });

    test("of all records are in order of their keys", async () => {
      for (const hash of ["b", "c", "a"]) await records().insert(TOKENS, { hash, expiresAt: hash === "a" ? 5 : 9 });
      const all = await records().scan(TOKENS, {}, { limit: 2 });
      assert.deepEqual(
        all.map(({ hash }) => hash),
        ["a", "b"],
      );
      const expired = await records().scan(TOKENS, { orderBy: "expiresAt", before: 9 }, { limit: 10 });
      assert.deepEqual(
        expired.map(({ hash }) => hash),
        ["a"],
      );
    });

    test("need an index, and the values of all fields", async () => {
      const projectId = newProject();
      const list = (query: object) => records().list(SAMPLES, query, ALL);
      await assert.rejects(list({ where: { projectId, at: 1 }, orderBy: "owner" }), { name: "TypeError" });
      await assert.rejects(list({ where: { at: 1 } }), { name: "TypeError" });
      await assert.rejects(list({ where: { projectId: undefined } }), { name: "TypeError" });
    });
  });
}
