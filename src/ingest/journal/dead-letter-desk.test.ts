import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { deadLetterDesk } from "./dead-letter-desk.ts";
import type { DeadLetter } from "./dead-letters.ts";
import { JournalDatabase } from "./journal-database.ts";
import { requestLetter } from "./request-letter.ts";

const AT = Date.UTC(2024, 4, 6, 12);

function letterOf(projectId: string, distinctId: string, more: object = {}): DeadLetter {
  const event = { event: "refused", distinctId, timestamp: AT, receivedAt: AT, properties: more };
  const uuid = crypto.randomUUID();
  return { projectId, uuid, reason: "too large", sessionId: null, at: AT, event: JSON.stringify(event) };
}

test("letters for exports are read in a thread, each once, however large they are", async (context) => {
  const directory = await mkdtemp(join(tmpdir(), "sightline-desk-"));
  const journal = new JournalDatabase(directory);
  context.after(async () => {
    journal.close();
    await rm(directory, { recursive: true });
  });
  const large = { text: "x".repeat(3 * 1024 * 1024) };
  const letters = [
    letterOf("1", "ann"),
    letterOf("1", "bob", large),
    letterOf("2", "eve"),
    letterOf("1", "ann", large),
  ];
  const body = Buffer.from('{"batch":[{"distinct_id":"ann"},{"distinct_id":"bob"},{"distinct_id":"ann"}');
  const entry = { projectId: "1", receivedAt: AT, seed: crypto.randomUUID(), operation: "batch" as const, body };
  journal.deadLetters.setAside([...letters, requestLetter(entry, AT, "cannot be read"), letterOf("1", "zoe")]);

  const batches = [];
  for await (const batch of deadLetterDesk(directory).exported("1")) batches.push(batch);
  assert.deepEqual(
    batches.map((batch) => batch.map(({ distinctIds }) => distinctIds)),
    [
      [["ann"], ["bob"], ["ann"]],
      [["ann", "bob"], ["zoe"]],
    ],
  );
  const lines = batches.flat().map(({ line }) => JSON.parse(line) as { distinct_id: string; uuid: string });
  assert.deepEqual(lines[0]?.uuid, letters[0]?.uuid);
  assert.equal(lines[4]?.distinct_id, "zoe");
});

test("a journal that cannot be read is unavailable", async () => {
  const desk = deadLetterDesk(join(tmpdir(), "sightline-desk-absent"));
  await assert.rejects(desk.exported("1").next(), /./);
});
