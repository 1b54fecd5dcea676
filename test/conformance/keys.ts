import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Store } from "../../src/store/ports/stores.ts";
import type { PersonalKey, ProjectKey } from "../../src/store/records/keys.ts";
import { type Engine, testStore } from "./engine-suites.ts";

const project: ProjectKey = {
  kind: "project",
  projectId: "12",
  id: "web",
  lookup: "phc_web",
  hint: "phc_w…",
  label: "\u{1f600} it's",
  createdAt: 20,
  lastUsedAt: null,
};
const personal: PersonalKey = {
  kind: "personal",
  userId: 3,
  readOnly: true,
  id: "ci",
  lookup: "ab12",
  hint: "phx_c…",
  label: "",
  createdAt: 10,
  lastUsedAt: null,
};

/** Tests what the port guarantees. */
export function describeKeys(engine: Engine<Store>): void {
  describe(`${engine.name}: keys`, () => {
    const store = testStore(engine);
    const keys = () => store.connection.keys;

    test("are found by their lookup and listed oldest first", async () => {
      await keys().insert(project);
      await keys().insert(personal);
      assert.deepEqual(await keys().find("phc_web"), project);
      assert.deepEqual(await keys().find("ab12"), personal);
      assert.equal(await keys().find("PHC_WEB"), null);
      assert.equal(await keys().find("web"), null);
      assert.equal(await keys().find("nul \0 half \ud800"), null);
      assert.deepEqual(await keys().list(), [personal, project]);
    });

    test("are listed by user", async () => {
      const second = { ...personal, id: "second", lookup: "0034" };
      await keys().insert(second);
      await keys().insert({ ...personal, id: "other", lookup: "ef56", userId: 4 });
      assert.deepEqual(await keys().listOfUser(3), [personal, second], "in the order of insertion");
      assert.deepEqual(await keys().listOfUser(5), []);
      for (const id of ["second", "other"]) assert.equal(await keys().revoke(id), true);
    });

    test("are listed by project", async () => {
      const second = { ...project, id: "second", lookup: "phc_second", createdAt: 19 };
      await keys().insert(second);
      await keys().insert({ ...project, id: "other", lookup: "phc_other", projectId: "13" });
      assert.deepEqual(await keys().listOfProject("12"), [second, project]);
      assert.deepEqual(await keys().listOfProject("14"), []);
      for (const id of ["second", "other"]) assert.equal(await keys().revoke(id), true);
    });

    test("are unique by id and by lookup; repeating an insert changes nothing", async () => {
      await keys().insert(project);
      await assert.rejects(keys().insert({ ...project, lookup: "phc_other" }), { name: "Error" });
      await assert.rejects(keys().insert({ ...project, id: "other" }), { name: "Error" });
      assert.deepEqual(await keys().list(), [personal, project]);
    });

    test("keep the time of their last use, and never an earlier one", async () => {
      const unused = { ...project, id: "unused", lookup: "phc_unused", createdAt: 30 };
      await keys().insert(unused);
      await Promise.all([
        keys().recordUses([
          { id: "web", at: 7_200_000 },
          { id: "ci", at: 3_600_000 },
        ]),
        (await store.connect()).keys.recordUses([{ id: "web", at: 10_800_000 }]),
      ]);
      await keys().recordUses([
        { id: "web", at: 3_600_000 },
        { id: "unknown", at: 3_600_000 },
      ]);
      await keys().recordUses([]);
      assert.deepEqual(await keys().list(), [
        { ...personal, lastUsedAt: 3_600_000 },
        { ...project, lastUsedAt: 10_800_000 },
        unused,
      ]);
      assert.deepEqual(await keys().find("phc_web"), { ...project, lastUsedAt: 10_800_000 });
      assert.equal(await keys().revoke("unused"), true);
    });

    test("are revoked for good", async () => {
      assert.equal(await keys().revoke("web"), true);
      assert.equal(await keys().revoke("web"), false);
      assert.equal(await keys().revoke("unknown"), false);
      assert.equal(await keys().find("phc_web"), null);
      assert.deepEqual(await keys().list(), [{ ...personal, lastUsedAt: 3_600_000 }]);
      await keys().insert({ ...project, lookup: "phc_new" });
      assert.deepEqual(await keys().find("phc_new"), { ...project, lookup: "phc_new" });
    });
  });
}
