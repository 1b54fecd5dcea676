import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

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

type Run = (sql: string) => Promise<Readonly<Record<string, unknown>>[]>;

/** Reads the log of a Delta Lake table in a folder as its protocol says. Fails if the log contradicts itself. */
export async function replayTable(folder: string, duckdb?: { readonly run: Run }) {
  const log = join(folder, "_delta_log");
  const names = await readdir(log).catch(() => []);
  const versionsOf = (end: string) =>
    names.filter((name) => name.endsWith(end)).map((name) => Number.parseInt(name, 10));
  const checkpoint = Math.max(-1, ...versionsOf(".checkpoint.parquet"));
  const commits = versionsOf(".json").filter((version) => version > checkpoint);
  assert.deepEqual(
    commits.toSorted((a, b) => a - b),
    commits.map((_, index) => checkpoint + 1 + index),
    "no commit is missing",
  );
  const live = new Map<string, LiveFile>();
  let isDescribed = commits.length === 0 && checkpoint === -1;
  const apply = ({ protocol, metaData, add, remove }: Action) => {
    if (protocol) assert.equal(protocol.minReaderVersion, 1);
    if (metaData) isDescribed = true;
    if (remove) assert.ok(live.delete(decodeURI(remove.path)), `${remove.path} was not live`);
    if (!add) return;
    const path = decodeURI(add.path);
    assert.ok(!live.has(path), `${path} is added twice`);
    live.set(path, { path, partitionValues: add.partitionValues, stats: JSON.parse(add.stats) });
  };
  if (checkpoint >= 0) {
    const path = join(log, `${String(checkpoint).padStart(20, "0")}.checkpoint.parquet`);
    const rows = await duckdb?.run(`SELECT to_json(c)::VARCHAR AS action FROM read_parquet('${path}') AS c`);
    for (const { action } of rows ?? []) apply(JSON.parse(String(action)));
    const pointer = JSON.parse(await readFile(join(log, "_last_checkpoint"), "utf8"));
    assert.ok(pointer.version <= checkpoint && versionsOf(".checkpoint.parquet").includes(pointer.version));
  }
  for (let version = checkpoint + 1; version <= checkpoint + commits.length; version++) {
    const text = await readFile(join(log, `${String(version).padStart(20, "0")}.json`), "utf8");
    for (const line of text.split("\n").filter(Boolean)) apply(JSON.parse(line));
  }
  assert.ok(isDescribed, "the log has the schema");
  return { version: checkpoint + commits.length, live: [...live.values()] };
}
