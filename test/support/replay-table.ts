import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { sqlText } from "../../src/questions/history/duckdb-process.ts";
import type { Workshop } from "../../src/questions/history/workshop.ts";
import type { Files } from "../../src/store/ports/files.ts";

interface Action {
  readonly protocol?: { readonly minReaderVersion: number };
  readonly metaData?: { readonly schemaString: string };
  readonly add?: { readonly path: string; readonly partitionValues: object; readonly stats: string };
  readonly remove?: { readonly path: string };
}

interface LiveFile {
  readonly path: string;
  readonly partitionValues: object;
  readonly stats: { readonly numRecords: number };
}

/** Reads the log of a Delta Lake table as its protocol says. Fails if the log contradicts itself. */
export async function replayTable(files: Pick<Files, "list" | "get">, prefix: string, workshop?: Workshop) {
  const log = `${prefix}_delta_log/`;
  const names: string[] = [];
  for await (const key of files.list(log)) names.push(key.slice(log.length));
  const versionsOf = (end: string) => names.filter((name) => name.endsWith(end)).map(Number.parseFloat);
  const checkpoint = Math.max(-1, ...versionsOf(".checkpoint.parquet"));
  const commits = versionsOf(".json").filter((version) => version > checkpoint);
  const expected = commits.map((_, index) => checkpoint + 1 + index);
  assert.deepEqual(new Set(commits), new Set(expected), "no commit is missing");
  const live = new Map<string, LiveFile>();
  let columns: string[] | undefined;
  const apply = ({ protocol, metaData, add, remove }: Action) => {
    if (protocol) assert.equal(protocol.minReaderVersion, 1);
    if (metaData) columns = JSON.parse(metaData.schemaString).fields.map(({ name }: { name: string }) => name);
    if (remove) assert.ok(live.delete(decodeURI(remove.path)), `${remove.path} was not live`);
    if (!add) return;
    const path = decodeURI(add.path);
    assert.ok(!live.has(path), `${path} is added twice`);
    live.set(path, { path, partitionValues: add.partitionValues, stats: JSON.parse(add.stats) });
  };
  if (checkpoint >= 0) {
    for (const action of await readCheckpoint(`${log}${nameOf(checkpoint)}.checkpoint.parquet`)) apply(action);
    const pointer = JSON.parse(await read(`${log}_last_checkpoint`));
    assert.ok(versionsOf(".checkpoint.parquet").includes(pointer.version));
  }
  for (const version of expected) {
    const lines = (await read(`${log}${nameOf(version)}.json`)).split("\n").filter(Boolean);
    for (const line of lines) apply(JSON.parse(line));
  }
  if (names.length > 0) assert.ok(columns, "the log has the schema");
  return { version: checkpoint + commits.length, live: [...live.values()], names, columns };

  async function read(key: string, encoding: "utf8" | "latin1" = "utf8"): Promise<string> {
    const file = await files.get(key);
    assert.ok(file, key);
    return text(file.stream.setEncoding(encoding));
  }

  async function readCheckpoint(key: string): Promise<Action[]> {
    assert.ok(workshop);
    const path = workshop.newPath("parquet");
    await writeFile(path, await read(key, "latin1"), "latin1");
    const query = `SELECT to_json(action)::VARCHAR AS action FROM read_parquet(${sqlText(path)}) AS action`;
    const rows = await workshop.duckdb.run(query);
    await rm(path);
    return rows.map(({ action }) => JSON.parse(String(action)));
  }
}

function nameOf(version: number): string {
  return String(version).padStart(20, "0");
}
