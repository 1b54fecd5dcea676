import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { after, describe, test } from "node:test";
import { testStore } from "../../../test/conformance/engine-suites.ts";
import { FILE_ENGINES } from "../../../test/conformance/tested-engines.ts";
import { memoryRecords } from "../../../test/support/memory-history.ts";
import { replayTable } from "../../../test/support/replay-table.ts";
import type { Manifest } from "../../store/records/history-kinds.ts";
import { historyPrefix, newFileKey, tablePrefix } from "./history-keys.ts";
import { NO_FILES } from "./history-records.ts";
import { TableLog } from "./table-log.ts";
import { openWorkshop } from "./workshop.ts";

const directory = await mkdtemp(join(tmpdir(), "sightline-table-"));
const workshop = await openWorkshop(join(directory, "work"), []);
after(async () => {
  await workshop.close();
  await rm(directory, { recursive: true });
});

const DAY = "2026-01-10";
const DAY_MS = Date.parse(DAY);
const newFile = (project: string, key = newFileKey(project, DAY, 17)) => {
  return { key, day: DAY, rows: 3, bytes: 7, span: [DAY_MS, DAY_MS + 1] as const };
};

for (const engine of FILE_ENGINES) {
  describe(`${engine.name}: the log of a table`, { skip: engine.skipReason ?? false }, () => {
    const store = testStore(engine);
    const put = (key: string, content: string) => store.connection.files.put(key, Readable.from([content]));

    /** Starts a process that changes the table of a project, whose store is new. */
    function start(project: string) {
      const records = memoryRecords();
      const { files } = store.connection;
      const ports = { records, files, workshop: async () => workshop, now: () => 1 };
      const log = new TableLog();
      const manifest = () => records.manifest(project);
      return {
        ...{ records, manifest },
        set: async (live: Manifest["files"], columns?: Manifest["columns"]) => {
          const before = await manifest();
          const changed = { ...before.value, files: live, ...(columns && { columns }) };
          assert.ok(await log.change(project, before, ports, changed));
        },
        complete: async () => new TableLog().change(project, await manifest(), ports),
        replay: () => replayTable(files, tablePrefix(project), workshop),
      };
    }

    test("has each change, and a checkpoint for every tenth, from which on the rest is kept", async () => {
      const { set, replay } = start("changes");
      let live = [newFile("changes")];
      for (let version = 0; version <= 25; version++) {
        await set(live);
        live = [...live.slice(version % 3 === 0 ? 1 : 0), newFile("changes")];
      }
      await set(live);
      const table = await replay();
      assert.equal(table.version, 26);
      const paths = live.map(({ key }) => key.slice(tablePrefix("changes").length));
      assert.deepEqual(new Set(table.live.map(({ path }) => path)), new Set(paths));
      const [minValues, maxValues] = [0, 1].map((ms) => ({ timestamp: `2026-01-10T00:00:00.00${ms}Z` }));
      assert.deepEqual(table.live[0]?.stats, { numRecords: 3, minValues, maxValues });
      const versions = table.names.map(Number.parseFloat).filter((version) => version < 10);
      assert.deepEqual(versions, []);
    });

    test("has the columns of properties in one commit, and in checkpoints", async () => {
      const { set, replay, manifest } = start("columns");
      await set([newFile("columns")]);
      const before = (await replay()).columns ?? [];
      await set([newFile("columns")], ["/plan", "/$set/a b"]);
      const columns = [...before, "properties/plan", "properties/$set/a%20b"];
      assert.deepEqual((await replay()).columns, columns);
      assert.equal((await manifest()).value.table?.changesSchema, true);
      for (let version = 2; version <= 25; version++) await set([newFile("columns")]);
      assert.equal((await manifest()).value.table?.changesSchema, undefined);
      assert.deepEqual((await replay()).columns, columns);
    });

    test("begins with the files of a former version, under their names, and replaces its list", async () => {
      const { records, complete, replay } = start("former");
      const key = `${tablePrefix("former")}${DAY}/17-a.parquet`;
      await put(key, "content");
      await put(`${historyPrefix("former")}files.json`, "{}");
      await records.changeManifest("former", { ...NO_FILES, files: [newFile("former", key)] }, null);
      assert.ok(await complete());
      const { version, live } = await replay();
      const name = store.connection.files.localPath ? "17-a%2eparquet.file" : "17-a.parquet";
      assert.deepEqual([version, live.map(({ path }) => path)], [0, [`${DAY}/${name}`]]);
      assert.equal(await store.connection.files.get(`${historyPrefix("former")}files.json`), null);
    });

    test("begins anew if the store is older, or another one", async () => {
      const earlier = start("restored");
      await earlier.set([newFile("restored")]);
      const old = await earlier.manifest();
      for (let count = 0; count < 12; count++) await earlier.set([newFile("restored")]);
      for (const manifest of [old.value, { ...NO_FILES, files: [newFile("restored"), newFile("restored")] }]) {
        const { records, complete, replay } = start("restored");
        await records.changeManifest("restored", manifest, null);
        assert.ok(await complete());
        const { version, live } = await replay();
        assert.deepEqual([version, live.length], [0, manifest.files.length]);
      }
    });

    test("is completed by whoever finds it behind, with the same bytes", async () => {
      const { set, complete, replay } = start("behind");
      await set([newFile("behind")]);
      await set([newFile("behind"), newFile("behind")]);
      const last = `${tablePrefix("behind")}_delta_log/${"1".padStart(20, "0")}.json`;
      const { live } = await replay();
      await store.connection.files.delete([last]);
      assert.equal((await replay()).version, 0);
      assert.ok(await complete());
      assert.deepEqual((await replay()).live, live);
    });
  });
}
