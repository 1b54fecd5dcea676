import assert from "node:assert/strict";
import { test } from "node:test";
import { newPiece } from "../../conformance/samples.ts";
import { activeHours, HOUR_MS } from "../../values/activity.ts";
import { Database } from "../database.ts";
import { newDatabase, noServer, removeDatabase, testOptions } from "../test-server.ts";
import { addActivity } from "./activity.ts";
import { toPieceRow } from "./convert.ts";

test("what several add to the same hours at once is all there", { skip: noServer ?? false }, async (t) => {
  const name = await newDatabase();
  const database = new Database(testOptions(name));
  t.after(async () => {
    await database.close();
    await removeDatabase(name);
  });
  const rows = Array.from({ length: 24 }, (_, place) => {
    const activity = activeHours([place * 10_000, place * 10_000 + 100 + place, HOUR_MS + place]);
    return toPieceRow("1/s", newPiece("s", { activity }));
  });
  const sums = await Promise.all(rows.map((row) => database.run((all) => addActivity(all, [row]))));
  const expected = 24 * 100 + 276 + 23;
  assert.equal(Math.max(...sums.map((sum) => sum.get("1/s") ?? 0)), expected);
  const again = await database.run((all) => addActivity(all, rows));
  assert.deepEqual(again, new Map([["1/s", expected]]));
});
