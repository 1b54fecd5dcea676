import assert from "node:assert/strict";
import { test } from "node:test";
import { newPiece } from "../../../../test/conformance/samples.ts";
import {
  dropTestDatabase,
  newDatabaseName,
  noMongoServer,
  testMongoOptions,
} from "../../../../test/support/engines/test-mongo.ts";
import { activeHours, HOUR_MS } from "../../active-hours.ts";
import { MongoDatabase } from "../mongo-database.ts";
import { addActivity } from "./append-pieces.ts";
import { toPieceRow } from "./piece-row.ts";

test("merges concurrent additions to the same hours", { skip: noMongoServer ?? false }, async (t) => {
  const name = await newDatabaseName();
  const database = new MongoDatabase(testMongoOptions(name));
  t.after(async () => {
    await database.close();
    await dropTestDatabase(name);
  });
  const rows = Array.from({ length: 24 }, (_, index) => {
    const activity = activeHours([index * 10_000, index * 10_000 + 100 + index, HOUR_MS + index]);
    return toPieceRow("1/s", newPiece("s", { activity }));
  });
  const sums = await Promise.all(rows.map((row) => database.run((all) => addActivity(all, [row]))));
  const expected = 24 * 100 + 276 + 23;
  assert.equal(Math.max(...sums.map((sum) => sum.get("1/s") ?? 0)), expected);
  const again = await database.run((all) => addActivity(all, rows));
  assert.deepEqual(again, new Map([["1/s", expected]]));
});
