import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Store } from "../../../src/store/ports/stores.ts";
import { openSqlite } from "../../../src/store/sqlite/sqlite.ts";
import { newEvent } from "../../../test/conformance/samples.ts";
import { attach } from "../../../test/support/test-people.ts";
import { Ledger } from "../load/ledger.ts";
import { checkPersons } from "./check-persons.ts";
import { compareMarks, type FoundMark } from "./compare-marks.ts";
import { readStoredMarks } from "./stored-marks.ts";

const PROJECT = "1";

describe("torture compares what was answered 200 with what is stored", () => {
  let directory: string;
  let store: Store;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), "sightline-torture-check-"));
    store = await openSqlite(directory);
  });
  after(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });

  /** Stores an event with this mark as often as there are uuids. */
  const storeMarked = (mark: number, distinctId: string, times = 1) =>
    store.events.insert(
      Array.from({ length: times }, () => newEvent(PROJECT, { distinctId, properties: JSON.stringify({ mark }) })),
    );

  test("it finds events that are lost, stored twice or stored with another owner", async () => {
    const ledger = new Ledger();
    const [intact, lost, doubled, moved, refused, unacknowledged] = [
      ledger.add("event", "ada"),
      ledger.add("event", "ada"),
      ledger.add("event", "bob"),
      ledger.add("event", "bob"),
      ledger.add("event", "bob"),
      ledger.add("event", "bob"),
    ];
    ledger.acknowledge([intact, lost, doubled, moved]);
    await storeMarked(intact, "ada");
    await storeMarked(doubled, "bob", 2);
    await storeMarked(moved, "ada");
    await storeMarked(unacknowledged, "bob"); // its answer was lost on its way

    const { figures, wrong } = compareMarks(ledger, await readStoredMarks(store, PROJECT, 100));
    assert.deepEqual(figures, { acknowledged: 4, found: 2, lost: 2, doubled: 1 });
    assert.deepEqual(wrong, [
      `ada has the event ${moved} but never sent it`,
      `lost: the event ${lost} of ada`,
      `stored 2 times: the event ${doubled} of bob`,
      `lost: the event ${moved} of bob`,
    ]);
    assert.ok(!wrong.join().includes(`event ${refused} `), "an event that was refused may be missing");
  });

  test("it finds snapshots that are lost or stored twice", () => {
    const ledger = new Ledger();
    const [lost, doubled] = [ledger.add("snapshot", "session 0"), ledger.add("snapshot", "session 0")];
    ledger.acknowledge([lost, doubled]);
    const found: FoundMark = { kind: "snapshot", mark: doubled, owner: "session 0" };
    assert.deepEqual(compareMarks(ledger, [found, found]).wrong, [
      `lost: the snapshot ${lost} of session 0`,
      `stored 2 times: the snapshot ${doubled} of session 0`,
    ]);
  });

  test("it finds persons that lack a distinct id, a property or are missing", async () => {
    const visitor = {
      id: "ada",
      mergedIds: new Set(["ada before 0"]),
      unidentifiedIds: new Set<string>(),
      companyValue: 0,
    };
    assert.deepEqual(await checkPersons([{ ...visitor, seen: 1 }], store, PROJECT), ["ada has no person"]);
    const ensured = await store.persons.ensure(PROJECT, [{ distinctId: "ada", at: 1 }]);
    assert.deepEqual(await checkPersons([{ ...visitor, seen: 1 }], store, PROJECT), [
      "the person of ada lacks ada before 0",
      'the person of ada is {}, not {"seen":1,"first":1}',
    ]);
    await attach(store.persons, PROJECT, "ada before 0", ensured.get("ada")?.uuid ?? "");
    assert.deepEqual(await checkPersons([{ ...visitor, mergedIds: new Set(), seen: 0 }], store, PROJECT), []);
    assert.deepEqual(await checkPersons([{ ...visitor, seen: 0, companyValue: 3 }], store, PROJECT), [
      'the person of ada is {}, not {"seen":0,"first":1}',
      'the company has {}, not {"ada":3}',
    ]);
  });
});
