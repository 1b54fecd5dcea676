import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Db } from "mongodb";
import { documentedShardKeys } from "../../../test/support/engines/shard-keys.ts";
import { RECORD_KINDS } from "../records/record-kinds.ts";
import { collectionsOf } from "./collections.ts";

test("the documentation lists every collection", () => {
  const db: Pick<Db, "collection"> = { collection: (name: string) => name as never };
  const names = Object.keys(collectionsOf(db as Db, "local"));
  const listed = names.filter((name) => !RECORD_KINDS.some((kind) => kind.name === name));
  assert.deepEqual([...documentedShardKeys().keys()].toSorted(), listed.toSorted());
});

test("the documentation lists every kind of records", () => {
  const documentation = readFileSync("docs/storage.md", "utf8");
  const missing = RECORD_KINDS.filter(({ name }) => !documentation.includes(`\`${name}\``));
  assert.deepEqual(missing, []);
});

test("the documentation has a shard key for the collections that grow with events and recordings", () => {
  const sharded = [...documentedShardKeys()].filter(([, shardKey]) => shardKey !== null);
  const byRecording = sharded.filter(([, shardKey]) => shardKey === "recording").map(([name]) => name);
  assert.deepEqual(byRecording.toSorted(), [
    "piece_parts",
    "pieces",
    "recording_activity",
    "recording_files",
    "recording_views",
    "snapshot_chunks",
  ]);
  assert.equal(sharded.length - byRecording.length, 7);
});
