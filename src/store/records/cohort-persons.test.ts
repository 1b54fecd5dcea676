import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { openTestStore } from "../../../test/support/engines/test-store.ts";
import type { Records } from "../ports/records.ts";
import {
  COHORT_PERSONS,
  type CohortPersons,
  digestOf,
  hasPerson,
  readCohortPersons,
  renewCohortPersons,
  writeCohortPersons,
} from "./cohort-persons.ts";

const key = { projectId: "1", id: 5 };
const has = (persons: CohortPersons | undefined, uuid = "") => persons && hasPerson(persons, uuid);
const sorted = (count: number) => Array.from({ length: count }, () => randomUUID()).sort();
const bytesOf = (uuids: readonly string[]) => Buffer.from(uuids.join("").replaceAll("-", ""), "hex");
const write = (uuids: readonly string[], records: Records, at = 1000) => {
  const bytes = bytesOf(uuids);
  return writeCohortPersons(key, bytes, { digest: digestOf(bytes), at, revision: 1, dueAt: 2000 }, records);
};

test("persons of several parts are found; others and those of another search are not", async (t) => {
  const { records } = (await openTestStore(t)).store;
  assert.equal(await readCohortPersons(key, 1, undefined, records), undefined);
  assert.equal((await records.find(COHORT_PERSONS, { ...key, part: 0 }))?.dueAt, 1, "they are asked for");
  const uuids = sorted(200_001);
  await write(uuids, records);
  const persons = await readCohortPersons(key, 1, undefined, records);
  for (const index of [0, 1, 99_999, 100_000, 150_000, 200_000]) assert.equal(has(persons, uuids[index]), true);
  for (let count = 0; count < 100; count++) assert.equal(has(persons, randomUUID()), false);

  const second = await records.find(COHORT_PERSONS, { ...key, part: 1 });
  assert.ok(second);
  await records.put(COHORT_PERSONS, { ...second, digest: "newer" });
  assert.equal(await readCohortPersons(key, 1, undefined, records), undefined, "parts of two searches are not mixed");
  await write(uuids.slice(0, 1), records, 3000);
  assert.equal(await records.find(COHORT_PERSONS, { ...key, part: 2 }), null);
  const fewer = await readCohortPersons(key, 1, persons, records);
  assert.deepEqual([has(fewer, uuids[0]), has(fewer, uuids[1]), fewer?.at], [true, false, 3000]);
  await write([], records);
  assert.equal(has(await readCohortPersons(key, 1, fewer, records), uuids[0]), false);
});

test("persons of an earlier revision of the cohort are found anew, and used until then", async (t) => {
  const { records } = (await openTestStore(t)).store;
  await renewCohortPersons(key, records);
  assert.equal(await records.find(COHORT_PERSONS, { ...key, part: 0 }), null, "no flag tests it");
  const uuids = sorted(3);
  await write(uuids, records);
  const persons = await readCohortPersons(key, 2, undefined, records);
  assert.equal(has(persons, uuids[2]), true);
  assert.equal((await records.find(COHORT_PERSONS, { ...key, part: 0 }))?.dueAt, 1);
});
