import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { problem } from "../lib/problem.ts";
import { type ExportedLine, importEvents } from "./import-events.ts";
import type { PackedGroup } from "./journal/journal-entry.ts";
import { unpackGroup } from "./journal/journal-entry.ts";

/** A journal of which each group waits until `polls` later looks, and the uuids that were stored of it. */
function newPorts({
  polls = 2,
  refuse = (_text: string) => false,
  known = new Set<string>(),
  dead = new Set<string>(),
  left = 0,
}) {
  const groups = Array.from({ length: left }, (_, index) => ({ id: index + 1, polls }));
  const stored: string[] = [];
  let [last, mostWaiting] = [left, 0];
  const events = (packed: readonly PackedGroup[]) => {
    const bodies = Buffer.concat(packed.map((row) => row.bodies));
    return unpackGroup({ header: packed[0]?.header ?? "", bodies }).flatMap(({ body }) => {
      return JSON.parse(Buffer.from(body).toString()).batch;
    });
  };
  return {
    stored,
    mostWaiting: () => mostWaiting,
    journal: {
      append: (...packed: readonly PackedGroup[]) => {
        for (const { uuid } of events(packed)) stored.push(uuid);
        last += packed.length;
        groups.push({ id: last, polls });
        mostWaiting = Math.max(mostWaiting, groups.length);
        return last;
      },
      lastGroup: () => last,
      firstGroupId: () => {
        for (const group of groups) group.polls -= 1;
        while (groups[0] && groups[0].polls < 0) groups.shift();
        return groups[0]?.id ?? null;
      },
      deadLetters: { has: ({ uuid }: { uuid: string }) => dead.has(uuid) } as never,
    },
    events: { knownUuids: async () => known },
    check: (body: Uint8Array) => {
      if (refuse(Buffer.from(body).toString())) throw problem("invalid_input", { detail: "Too deep." });
    },
    now: () => 0,
    maxWaitingBytes: 150_000,
    timeoutMs: 1000,
  };
}

const lineOf = (uuid: string, event = "seen") =>
  JSON.stringify({ uuid, event, distinct_id: "ada", timestamp: "2026-01-01", properties: { text: "x".repeat(80) } });

async function* placed(texts: readonly (string | null)[]): AsyncGenerator<ExportedLine> {
  for (const [index, text] of texts.entries()) yield { text, location: `a.jsonl:${index + 1}` };
}

test("events go through the journal once, in order, and few wait there", async () => {
  const uuids = Array.from({ length: 2600 }, () => randomUUID());
  const [known, dead] = [new Set(uuids.slice(0, 3)), new Set(uuids.slice(10, 12))];
  const ports = newPorts({ known, dead });
  const report = await importEvents("1", placed([...uuids, uuids[2599] ?? ""].map((uuid) => lineOf(uuid))), ports);
  assert.deepEqual(report, { imported: 2595, known: 4, refused: 2, skipped: new Map() });
  assert.deepEqual(ports.stored, uuids.slice(3));
  assert.equal(ports.mostWaiting(), 2);
});

test("lines that are no events, and events that the service refuses, are reported with their location", async () => {
  const uuids = Array.from({ length: 9 }, () => randomUUID());
  const texts = uuids.map((uuid, index) => lineOf(uuid, index === 4 ? "deep" : "seen"));
  const ports = newPorts({ refuse: (text) => text.includes('"deep"') });
  const report = await importEvents("1", placed(["{", null, ...texts, "1", "2", "3"]), ports);
  assert.equal(report.imported, 8);
  assert.deepEqual(
    [...report.skipped],
    [
      ["is no JSON object", { count: 4, examples: ["a.jsonl:1", "a.jsonl:12", "a.jsonl:13"] }],
      ["is too long", { count: 1, examples: ["a.jsonl:2"] }],
      ["is refused: Too deep.", { count: 1, examples: ["a.jsonl:7"] }],
    ],
  );
  assert.deepEqual(ports.stored, uuids.toSpliced(4, 1));
});

test("an import first waits for what another has left in the journal, so that it knows those events", async () => {
  const ports = newPorts({ left: 3 });
  await importEvents("1", placed([lineOf(randomUUID())]), ports);
  assert.equal(ports.mostWaiting(), 1);
});

test("a store that takes nothing ends the import with an error", async () => {
  const ports = { ...newPorts({ polls: Number.POSITIVE_INFINITY }), timeoutMs: 0 };
  await assert.rejects(importEvents("1", placed([lineOf(randomUUID())]), ports), /The store takes no events now/);
});
