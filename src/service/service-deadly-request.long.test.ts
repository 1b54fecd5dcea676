import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { assertStoredOnce, openServiceEnvironment, sendEvents } from "../../test/support/service-process.ts";
import { JournalDatabase } from "../ingest/journal/journal-database.ts";

async function send(port: number, body: object): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/capture/`, { method: "POST", body: JSON.stringify(body) });
  assert.equal(response.status, 200);
}

/** Resolves to null when there is a dead letter. */
async function deadLetter(directory: string): Promise<null> {
  const journal = new JournalDatabase(directory, { readonly: true });
  while (journal.deadLetters.count() === 0) await sleep(20);
  journal.close();
  return null;
}

test("a request of which the process dies becomes a dead letter, and the others are stored once", async (context) => {
  const environment = await openServiceEnvironment(context);
  const settings = {
    NODE_OPTIONS: "--max-old-space-size=80",
    RECORDING_SNAPSHOT_VALUES: "100000000",
  };
  // Compressed to little more than a hundredth, and far larger than the heap once it is parsed.
  const objects = Array.from({ length: 100_000 }, () => `${"{},".repeat(25)}${Math.random().toFixed(3)}`);
  const data = gzipSync(`[${objects.join(",")}]`).toString("latin1");
  const $snapshot_data = [{ type: 2, timestamp: 1, cv: "2024-10", data }];
  const properties = { $session_id: "s", $snapshot_data };
  const deadly = { api_key: environment.projectApiKey, event: "$snapshot", distinct_id: "ann", properties };
  let server = await environment.serve(settings);
  const load = sendEvents(server.port, environment.projectApiKey, 2);
  await load.after(50);
  await send(server.port, deadly);
  const signals: (string | null)[] = [];
  for (let deaths = 0; deaths < 8; deaths++) {
    const death = await Promise.race([server.ended, deadLetter(environment.directory)]);
    if (!death) break;
    signals.push(death[1]);
    server = await environment.serve(settings);
  }
  await load.ended;
  assert.ok(signals.length > 0 && signals.length < 8, `${signals}`);
  server.child.kill("SIGTERM");
  assert.deepEqual(await server.ended, [0, null]);
  assertStoredOnce(load.answered, await environment.stored());
  const journal = new JournalDatabase(environment.directory, { readonly: true });
  assert.deepEqual(
    journal.deadLetters.list({}, { limit: 10, offset: 0 }).map(({ name, projectId }) => [name, projectId]),
    [["whole request", environment.projectId]],
  );
  journal.close();
});
