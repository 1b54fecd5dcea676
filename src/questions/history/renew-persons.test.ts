import assert from "node:assert/strict";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { after, describe, test } from "node:test";
import { testStore } from "../../../test/conformance/engine-suites.ts";
import { newProject } from "../../../test/conformance/samples.ts";
import { FILE_ENGINES, STORE_ENGINES } from "../../../test/conformance/tested-engines.ts";
import { replayTable } from "../../../test/support/replay-table.ts";
import type { Files } from "../../store/ports/files.ts";
import type { PeopleReading } from "../../store/ports/persons.ts";
import { openLocalFiles } from "./cached-files.ts";
import { sqlText } from "./duckdb-process.ts";
import { historyEraser } from "./history-eraser.ts";
import { PERSON_TABLES, type TableName, tablePrefix } from "./history-keys.ts";
import { forgetPersons, historyRecords } from "./history-records.ts";
import { renewTable } from "./renew-persons.ts";
import { TableLog } from "./table-log.ts";
import { openWorkshop } from "./workshop.ts";

const directory = await mkdtemp(join(tmpdir(), "sightline-persons-"));
const workshop = await openWorkshop(join(directory, "work"), []);
after(async () => {
  await workshop.close();
  await rm(directory, { recursive: true });
});

const [MINUTE, HOUR] = [60_000, 3_600_000];

const pairs = STORE_ENGINES.flatMap((store) => FILE_ENGINES.map((files) => [store, files] as const));
for (const [storeEngine, fileEngine] of pairs) {
  const skip = storeEngine.skipReason ?? fileEngine.skipReason ?? false;
  describe(`${storeEngine.name}, ${fileEngine.name}: tables of persons`, { skip }, () => {
    const stores = testStore(storeEngine);
    const fileStores = testStore(fileEngine);

    /** Returns a project, and the writer of its tables, at times that begin with 1. */
    function start() {
      const project = newProject();
      const { persons, people, records } = stores.connection;
      const { files } = fileStores.connection;
      let time = 1;
      const logs = PERSON_TABLES.map((name) => new TableLog(name));
      const now = () => time;
      const { signal } = new AbortController();
      const common = { files, workshop: async () => workshop, now };
      return {
        ...{ project, files, persons },
        at: (to: number) => {
          time = to;
        },
        addPersons: async (...ids: string[]) => {
          const owners = await persons.ensure(
            project,
            ids.map((distinctId) => ({ distinctId, at: 7 })),
          );
          return ids.map((id) => owners.get(id)?.uuid ?? "");
        },
        renew: async (changedAt: number | undefined, read: Pick<PeopleReading, "persons"> = people) => {
          const local = await openLocalFiles(directory, "writer", files, 0);
          for (const table of logs) {
            const reading = { ...people, ...read };
            const ports = { ...common, people: reading, local, table, records: historyRecords(records, table.name) };
            await renewTable(project, changedAt, ports, signal);
          }
        },
        erase: async () => {
          const eraser = historyEraser(directory, () => ({ steps: 0, isRunning: false }));
          const erased = { projectId: project, distinctIds: ["ada"], receivedUntil: time };
          await eraser.erase(erased, { records, files }, async () => undefined);
        },
        forget: () => forgetPersons(records),
        replay: (name: TableName) => replayTable(files, tablePrefix(project, name), workshop),
        read: (name: TableName, columns: string) => readTable(files, tablePrefix(project, name), columns),
        keys: async () => {
          const keys: string[] = [];
          for (const name of PERSON_TABLES)
            for await (const key of files.list(tablePrefix(project, name))) keys.push(key);
          return keys.filter((key) => /\/\d+-[^/]+\.parquet$/.test(key));
        },
      };
    }

    test("have all persons and distinct ids, with text as files of events have it", async () => {
      const { project, persons, addPersons, renew, read, replay, files } = start();
      const [ada = "", bob = ""] = await addPersons("ada", "bob\0\ud800");
      await persons.ensure(project, [{ distinctId: "ada 2", sameAs: "ada", at: 9 }]);
      const changes = [{ set: { plan: "pro\0", n: 1 } }];
      await persons.update(project, [{ uuid: ada, changes, identify: true }]);
      await renew(undefined);
      assert.equal((await replay("persons")).names.length, 0, "a project without files of events has none");
      await renew(1);
      assert.deepEqual(await read("distinct_ids", "distinct_id, person_id"), [
        { distinct_id: "ada", person_id: ada },
        { distinct_id: "ada 2", person_id: ada },
        { distinct_id: "bob\uFFFD\uFFFD", person_id: bob },
      ]);
      const expected = [
        {
          id: ada,
          created: "1970-01-01 00:00:00.007+00",
          is_identified: true,
          properties: '{"plan":"pro\\u0000","n":1}',
        },
        { id: bob, created: "1970-01-01 00:00:00.007+00", is_identified: false, properties: "{}" },
      ];
      const columns = "id, created_at::VARCHAR AS created, is_identified, properties";
      assert.deepEqual(new Set(await read("persons", columns)), new Set(expected));
      const { columns: names, live } = await replay("persons");
      assert.deepEqual(names, ["id", "properties", "created_at", "is_identified"]);
      assert.deepEqual(
        live.map(({ partitionValues, stats }) => [partitionValues, stats.numRecords]),
        [[{}, 2]],
      );
      const key = `${tablePrefix(project, "persons")}${live[0]?.path}`;
      if (files.localPath) assert.ok(files.localPath(key).endsWith(key.slice(key.lastIndexOf("/"))), "a plain name");
    });

    test("are renewed hourly while events come, and once more, and replaced files are deleted", async () => {
      const { addPersons, renew, replay, at, keys, read } = start();
      await addPersons("first");
      await renew(1);
      await addPersons("second");
      at(HOUR - MINUTE);
      await renew(HOUR - MINUTE);
      assert.equal((await replay("persons")).version, 0);
      const versions: number[] = [];
      for (const hour of [2, 3, 4, 5]) {
        at(hour * HOUR);
        await renew(2 * HOUR - MINUTE); // the last event was filed then
        versions.push((await replay("persons")).version);
      }
      assert.deepEqual(versions, [1, 2, 2, 2]);
      assert.equal((await read("persons", "id")).length, 2);
      assert.equal((await keys()).length, 2, "one file a table is left");
    });

    test("are empty after an erasure, without any file, until they are written again at once", async () => {
      const { project, persons, addPersons, renew, replay, read, erase, keys, at } = start();
      const [ada = "", bob] = await addPersons("ada", "bob");
      await renew(1);
      at(HOUR + 1);
      await renew(HOUR);
      assert.equal((await keys()).length, 4, "those replaced are there");
      await persons.erase(project, [ada]);
      await erase();
      assert.deepEqual([(await replay("persons")).live, await keys()], [[], []]);
      await renew(HOUR);
      assert.deepEqual(await read("persons", "id"), [{ id: bob }]);
      assert.deepEqual(await read("distinct_ids", "distinct_id"), [{ distinct_id: "bob" }]);
    });

    test("do not get persons back who are erased while they are read", async () => {
      const { project, persons, addPersons, renew, replay, erase, keys } = start();
      const [ada = ""] = await addPersons("ada");
      const { people } = stores.connection;
      await renew(1, {
        async *persons(id: string) {
          yield* people.persons(id);
          await persons.erase(project, [ada]);
          await erase();
        },
      });
      assert.deepEqual([(await replay("persons")).live.length, await keys()], [0, []]);
    });

    test("are emptied if they are wanted no longer, and written again after a restore", async () => {
      const { addPersons, renew, replay, keys, at, forget } = start();
      await addPersons("ada");
      await renew(undefined);
      assert.equal((await replay("persons")).names.length, 0);
      await renew(1);
      await forget();
      await renew(1);
      assert.deepEqual([(await replay("persons")).version, (await replay("persons")).live.length], [0, 1]);
      await renew(undefined);
      assert.deepEqual((await replay("persons")).live, []);
      at(2 * HOUR);
      await renew(1);
      at(3 * HOUR);
      await renew(3 * HOUR);
      await renew(undefined);
      at(4 * HOUR);
      await renew(undefined);
      assert.deepEqual(await keys(), []);
    });
  });
}

/** Reads the files that the table's log names. */
async function readTable(files: Files, prefix: string, columns: string) {
  const paths: string[] = [];
  for (const { path } of (await replayTable(files, prefix, workshop)).live) {
    const local = workshop.newPath("parquet");
    const file = await files.get(`${prefix}${path}`);
    assert.ok(file, path);
    await pipeline(file.stream, createWriteStream(local));
    paths.push(local);
  }
  return workshop.duckdb.run(`SELECT ${columns} FROM read_parquet([${paths.map(sqlText).join()}]) ORDER BY 1`);
}
