import assert from "node:assert/strict";
import { test } from "node:test";
import type { StoredDeadLetter } from "../ingest/journal/dead-letters.ts";
import { requestLetter } from "../ingest/journal/request-letter.ts";
import type { Erasure } from "../store/records/erasures.ts";
import { type CleanJournalPorts, journalCleaner } from "./erasure-worker.ts";

const ERASURE: Erasure = { id: "e", projectId: "1", requestedAt: 1000, stage: "sweeping", completedAt: null };
const SETTLED = 3000;

const letter = (id: number, event: string, at = 500): StoredDeadLetter => {
  return { id, projectId: "1", uuid: String(id), reason: "", sessionId: null, at, event };
};
const eventLetter = (id: number, distinctId: string, receivedAt = 1000, more: object = {}) =>
  letter(id, JSON.stringify({ event: "seen", distinctId, receivedAt, properties: {}, ...more }), 5000);
const wholeRequest = (id: number, receivedAt: number, body: string): StoredDeadLetter => {
  const entry = { projectId: "1", receivedAt, seed: "s", operation: "batch", body: Buffer.from(body) } as const;
  return { id, ...requestLetter(entry, 5000, "no") };
};

/** A journal with these dead letters, while `ada` is erased. */
function journalWith(letters: readonly StoredDeadLetter[]) {
  const state = { firstGroup: null as number | null, lastGroup: 7, isWiped: true, deleted: [] as number[] };
  const ports: CleanJournalPorts = {
    journal: {
      deadLetters: {
        *batches() {
          yield letters.filter(({ id }) => !state.deleted.includes(id));
        },
      },
      lastGroup: () => state.lastGroup,
      firstGroupId: () => state.firstGroup,
    },
    erasures: {
      matching: async (_, distinctIds) =>
        ["e", "another"].flatMap((id) => {
          const own = id === "e" ? "ada" : "bob";
          return distinctIds.includes(own) ? [{ ...ERASURE, id, distinctId: own }] : [];
        }),
    },
    deleteLetters: async (ids) => state.deleted.push(...ids),
    wipe: async () => state.isWiped,
  };
  return { state, ports };
}

test("dead letters that may be about the person are deleted, of others and of later ones none", async () => {
  const { state, ports } = journalWith([
    eventLetter(1, "ada"),
    eventLetter(2, "ada", 1001),
    eventLetter(3, "bob"),
    eventLetter(4, "eve", 1000, { event: "$identify", properties: { $anon_distinct_id: "ada" } }),
    wholeRequest(5, 1000, '{"batch":[{"distinct_id":"eve"},{"properties":{"distinct_id" : "\\u0061da"}}]}'),
    wholeRequest(6, 1001, '{"distinct_id":"ada"}'),
    wholeRequest(7, 1000, '{"distinct_id":"eve","name":"ada"}'),
    letter(8, 'damaged {"distinct_id":"ada"'),
    letter(9, 'damaged {"distinct_id":"ada"', 1001),
  ]);
  assert.equal(await journalCleaner().clean(ERASURE, SETTLED - 1, ports), false);
  assert.deepEqual(state.deleted, [], "requests of that time may still be on their way into the journal");
  assert.equal(await journalCleaner().clean(ERASURE, SETTLED, ports), true);
  assert.deepEqual(state.deleted, [1, 4, 5, 8]);
});

test("a dead letter that is replayed meanwhile is waited for like any group", async () => {
  const letters = [eventLetter(1, "ada")];
  const { state, ports } = journalWith(letters);
  const erasures = {
    async matching() {
      letters.pop();
      [state.firstGroup, state.lastGroup] = [8, 8];
      return [];
    },
  };
  const cleaner = journalCleaner();
  assert.equal(await cleaner.clean(ERASURE, SETTLED, { ...ports, erasures }), false);
  state.firstGroup = null;
  assert.equal(await cleaner.clean(ERASURE, SETTLED, ports), true);
});

test("a request that becomes a dead letter meanwhile is deleted", async () => {
  const letters = [eventLetter(1, "bob")];
  const { state, ports } = journalWith(letters);
  state.firstGroup = 7;
  const erasures: CleanJournalPorts["erasures"] = {
    matching(...args) {
      if (state.firstGroup === 7) letters.push(eventLetter(2, "ada"));
      state.firstGroup = null;
      return ports.erasures.matching(...args);
    },
  };
  assert.equal(await journalCleaner().clean(ERASURE, SETTLED, { ...ports, erasures }), true);
  assert.deepEqual(state.deleted, [2]);
});

test("a journal is clean when the groups of that time have left it and its file is wiped", async () => {
  const { state, ports } = journalWith([]);
  const cleaner = journalCleaner();
  state.firstGroup = 7;
  assert.equal(await cleaner.clean(ERASURE, SETTLED, ports), false);
  [state.firstGroup, state.lastGroup, state.isWiped] = [8, 9, false];
  assert.equal(await cleaner.clean(ERASURE, SETTLED, ports), false);
  state.isWiped = true;
  assert.equal(await cleaner.clean(ERASURE, SETTLED, ports), true);
  cleaner.forgetOthers([]);
  assert.equal(await cleaner.clean(ERASURE, SETTLED, ports), false, "what it knew of the erasure is forgotten");
});
