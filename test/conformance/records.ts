import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { Store } from "../../src/store/ports/stores.ts";
import { type Engine, testStore } from "./engine-suites.ts";
import { newSample, SAMPLES, TOKENS } from "./sample-records.ts";
import { newProject } from "./samples.ts";

const CONTENT = { "": 1, "a.b": [null, true, -1.5, 2 ** 53], $set: { $x: "\0" }, half: "\ud800 \uffff", long: [[[]]] };
const HOSTILE = ["__proto__", "\ud800", "nul \0 in", "\uffff", "#hash", '["json"]', "\u{1f600} '\"", "x".repeat(2000)];

/** Tests what the port guarantees of single records. */
export function describeRecords(engine: Engine<Store>): void {
  describe(`${engine.name}: records`, () => {
    const store = testStore(engine);
    const records = () => store.connection.records;

    test("are found by their key, and inserted once", async () => {
      const sample = newSample(newProject(), "a", { slug: "s", content: CONTENT });
      assert.equal(await records().find(SAMPLES, sample), null);
      const stored = await records().insert(SAMPLES, sample);
      assert.deepEqual(stored, { ...sample, version: stored?.version });
      assert.deepEqual(await records().find(SAMPLES, { projectId: sample.projectId, name: "a" }), stored);
      assert.equal(await records().insert(SAMPLES, { ...sample, slug: "other" }), null);
      assert.deepEqual(await records().find(SAMPLES, sample), stored);
      assert.equal(await records().find(SAMPLES, { ...sample, projectId: newProject() }), null);
    });

    test("keep every text, in keys, unique keys and content", async () => {
      const projectId = newProject();
      for (const text of HOSTILE) {
        const content = Object.fromEntries([[text, text]]);
        const stored = await records().insert(SAMPLES, newSample(projectId, text, { slug: text, content }));
        assert.deepEqual(await records().find(SAMPLES, { projectId, name: text }), stored, text);
        const bySlug = await records().scan(SAMPLES, { where: { projectId, slug: text } }, { limit: 9 });
        assert.deepEqual(bySlug, [stored], text);
        const taken = records().insert(SAMPLES, newSample(projectId, randomUUID(), { slug: text }));
        await assert.rejects(taken, { name: "UniqueKeyTaken" }, text);
        await records().insert(TOKENS, { hash: text, expiresAt: 1 });
        assert.equal((await records().find(TOKENS, { hash: text }))?.hash, text);
      }
      assert.equal((await records().list(SAMPLES, { where: { projectId } }, { limit: 99, offset: 0 })).count, 8);
    });

    test("are put in place of what is there", async () => {
      const sample = newSample(newProject(), "a", { slug: "s" });
      const first = await records().put(SAMPLES, sample);
      const second = await records().put(SAMPLES, { ...sample, at: 2 });
      assert.notEqual(first.version, second.version);
      assert.deepEqual(await records().find(SAMPLES, sample), second);
      assert.equal(second.at, 2);
    });

    test("are replaced in the version read only, even if they are new records with the same key", async () => {
      const sample = newSample(newProject(), "a");
      const first = (await records().insert(SAMPLES, sample)) ?? assert.fail();
      const second = (await records().replace(SAMPLES, { ...first, at: 2 })) ?? assert.fail();
      assert.equal(await records().replace(SAMPLES, { ...first, at: 3 }), null);
      assert.deepEqual(await records().find(SAMPLES, sample), { ...sample, at: 2, version: second.version });
      assert.equal(await records().delete(SAMPLES, sample, first.version), false);
      assert.equal(await records().delete(SAMPLES, sample, second.version), true);
      assert.equal(await records().replace(SAMPLES, second), null);
      await records().insert(SAMPLES, sample);
      assert.equal(await records().replace(SAMPLES, second), null);
      assert.equal(await records().delete(SAMPLES, sample, second.version), false);
    });

    test("have unique keys, from which records without one of the fields are free", async () => {
      const projectId = newProject();
      const first = (await records().insert(SAMPLES, newSample(projectId, "a", { slug: "s" }))) ?? assert.fail();
      const second = (await records().insert(SAMPLES, newSample(projectId, "b"))) ?? assert.fail();
      assert.ok(await records().insert(SAMPLES, newSample(projectId, "c")));
      assert.ok(await records().insert(SAMPLES, newSample(newProject(), "a", { slug: "s" })));
      const taken = { name: "UniqueKeyTaken" };
      await assert.rejects(records().insert(SAMPLES, newSample(projectId, "d", { slug: "s" })), taken);
      await assert.rejects(records().put(SAMPLES, newSample(projectId, "b", { slug: "s" })), taken);
      await assert.rejects(records().replace(SAMPLES, { ...second, slug: "s" }), taken);
      const change = records().change(SAMPLES, second, (sample) => sample && { ...sample, slug: "s" });
      await assert.rejects(change, taken);
      assert.deepEqual(await records().find(SAMPLES, second), second);
      assert.ok(await records().replace(SAMPLES, { ...first, at: 7 }), "its own key is not taken");
      assert.equal(await records().delete(SAMPLES, first), true);
      assert.ok(await records().replace(SAMPLES, { ...second, slug: "s" }));
    });

    test("are inserted by one of several callers, by key and by unique key", async () => {
      const { records: elsewhere } = await store.connect();
      const callers = [records(), elsewhere, records(), elsewhere, records(), elsewhere];
      const projectId = newProject();
      const inserted = callers.map((port, at) => port.insert(SAMPLES, newSample(projectId, "a", { at })));
      assert.equal((await Promise.all(inserted)).filter(Boolean).length, 1);
      const named = callers.map((port, at) => port.insert(SAMPLES, newSample(projectId, `b${at}`, { slug: "s" })));
      const results = await Promise.allSettled(named);
      assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
      const errors = results.flatMap((result) => (result.status === "rejected" ? [String(result.reason.name)] : []));
      assert.deepEqual(new Set(errors), new Set(["UniqueKeyTaken"]));
    });

    test("are changed by concurrent callers without losing a change, and created by a change", async () => {
      const { records: elsewhere } = await store.connect();
      const key = { projectId: newProject(), name: "counter" };
      const callers = [records(), elsewhere, records(), elsewhere, records(), elsewhere];
      await Promise.all(
        callers.map((port) =>
          port.change(SAMPLES, key, (sample) => newSample(key.projectId, key.name, { at: (sample?.at ?? 0) + 1 })),
        ),
      );
      assert.equal((await records().find(SAMPLES, key))?.at, callers.length);
      const unchanged = await records().change(SAMPLES, key, () => null);
      assert.equal(unchanged?.at, callers.length);
      const refusal = new Error("refused");
      const refuse = () => {
        throw refusal;
      };
      await assert.rejects(records().change(SAMPLES, key, refuse), refusal);
      assert.deepEqual(await records().find(SAMPLES, key), unchanged);
      assert.equal(await records().change(SAMPLES, { ...key, name: "absent" }, () => null), null);
    });

    test("are removed by one of several callers", async () => {
      const token = { hash: randomUUID(), expiresAt: 1 };
      await records().insert(TOKENS, token);
      const { records: elsewhere } = await store.connect();
      const removed = [records(), elsewhere, records(), elsewhere].map((port) => port.delete(TOKENS, token));
      assert.deepEqual((await Promise.all(removed)).toSorted(), [false, false, false, true]);
      assert.equal(await records().find(TOKENS, token), null);
    });

    test("are written in a transaction", async () => {
      const sample = newSample(newProject(), "a");
      const stored = await store.connection.transaction(async (ports) => {
        await ports.records.insert(SAMPLES, sample);
        return ports.records.change(SAMPLES, sample, (present) => present && { ...present, at: 2 });
      });
      assert.deepEqual(await records().find(SAMPLES, sample), stored);
      assert.equal(stored?.at, 2);
    });

    test("have up to 4 MB", async () => {
      const sample = newSample(newProject(), "a", { content: "x".repeat(4_000_000) });
      assert.ok(await records().insert(SAMPLES, sample));
      await assert.rejects(records().put(SAMPLES, { ...sample, content: "x".repeat(4_200_000) }), RangeError);
    });
  });
}
