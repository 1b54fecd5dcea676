import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ANY_STORE } from "../../../test/support/test-journal.ts";
import { bindJournal, type JournalStore } from "../capture.ts";
import type { JournalState } from "./journal-thread.ts";

const STATE: JournalState = { id: "j", lastGroup: 7, isCopy: false, store: null, groups: [], deadLetters: 0 };
const MONGO = { id: "m", name: "the database events of MongoDB" };
const storedUpTo = (group: number): JournalStore => ({
  ...ANY_STORE,
  checkpoints: { highestGroup: async () => group },
});

async function bind(state: Partial<JournalState>, store: JournalStore) {
  const recorded: object[] = [];
  const writer = { recordStore: async (known: object) => void recorded.push(known), renewIdentity: async () => "new" };
  return { ...(await bindJournal(writer, { ...STATE, ...state }, store)), recorded };
}

describe("a journal", () => {
  test("records the store of its first start", async () => {
    const { recorded, journalId, renewal } = await bind({}, ANY_STORE);
    assert.deepEqual([recorded, journalId, renewal], [[{ id: "any", name: "a store" }], "j", null]);
    assert.deepEqual((await bind({ store: { id: "any", name: "a store" } }, ANY_STORE)).recorded, []);
  });

  test("refuses another store, unless that is adopted", async () => {
    const message = /used with the database events of MongoDB, and the settings select a store\. Correct the settings/;
    await assert.rejects(bind({ store: MONGO }, ANY_STORE), { message });
    const { recorded } = await bind({ store: MONGO }, { ...ANY_STORE, isAdopted: true });
    assert.deepEqual(recorded, [{ id: "any", name: "a store" }]);
  });

  test("refuses a store of the same name with other data", async () => {
    await assert.rejects(bind({ store: { id: "x", name: ANY_STORE.name } }, ANY_STORE), /has other data now/);
  });

  test("is not used if its node was forgotten, neither here nor as a copy", async () => {
    const store: JournalStore = { ...ANY_STORE, erasures: { forgottenAt: async (id) => (id === "j" ? 0 : null) } };
    for (const isCopy of [false, true]) {
      await assert.rejects(
        bind({ isCopy }, store),
        /^Error: This node \(j\) was forgotten on 1970-01-01T00:00:00\.000Z/,
      );
    }
    assert.equal((await bind({ id: "another" }, store)).journalId, "another");
  });

  test("gets a new id if it is a copy, or older than what the store has of it", async () => {
    assert.equal((await bind({}, storedUpTo(7))).renewal, null);
    assert.deepEqual((await bind({}, storedUpTo(8))).journalId, "new");
    assert.match((await bind({}, storedUpTo(8))).renewal ?? "", /the store has more/);
    assert.match((await bind({ isCopy: true }, storedUpTo(0))).renewal ?? "", /copy/);
  });
});
