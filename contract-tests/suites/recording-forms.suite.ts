import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { Client, directClient } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { eventually } from "../support/poll.ts";
import { rrwebEventFactory } from "../support/rrweb-events.ts";

const client = new Client();
const direct = directClient();

/** Sends a `$snapshot` event for each of the data, one after the other. */
async function sendSnapshots(
  id: string,
  data: readonly unknown[],
  extraFields: object = {},
  by = client,
): Promise<void> {
  for (const $snapshot_data of data) {
    const properties = { $session_id: id, $window_id: "w", $snapshot_data };
    const json = {
      api_key: target.tenant.projectApiKey,
      event: "$snapshot",
      distinct_id: "v",
      ...extraFields,
      properties,
    };
    await by.expectStatus("capture", 200, { json });
  }
}

/** Waits until at least `count` rrweb events can be played, and returns them. */
function waitForPlayback(id: string, count: number, by = client): Promise<readonly unknown[]> {
  return eventually(`${count} events play`, async () => {
    const whole = { path: { id }, headers: { accept: "application/x-ndjson" } };
    const { status, body } = await by.request("session_recordings_snapshots_retrieve", whole);
    const lines = body as readonly { readonly data: readonly unknown[] }[];
    const events = status === 200 ? lines.flatMap(({ data }) => data) : [];
    return events.length >= count && events;
  });
}

async function deleteRecording(id: string): Promise<void> {
  await client.expectStatus("session_recordings_destroy", 204, { path: { id } });
}

const gzipToBinaryString = (value: unknown) => gzipSync(JSON.stringify(value)).toString("latin1");

/** Returns events as old clients sent them: gzip of UTF-16, in base64, in chunks. */
function chunksOf(events: readonly unknown[], count: number) {
  const encoded = gzipSync(Buffer.from(JSON.stringify(events), "utf16le")).toString("base64");
  const size = Math.ceil(encoded.length / count);
  const chunk_id = randomUUID();
  return Array.from({ length: count }, (_, chunk_index) => {
    const part = encoded.slice(chunk_index * size, (chunk_index + 1) * size);
    return {
      chunk_id,
      chunk_index,
      chunk_count: count,
      data: part,
      compression: "gzip-base64",
      has_full_snapshot: true,
    };
  });
}

describe("recordings: snapshot formats", needs("state"), () => {
  test("partly compressed events are restored", async () => {
    const id = randomUUID();
    const on = rrwebEventFactory(Date.now() - 60_000);
    const [full, mutation] = [on.full(0), on.mutation(1000)];
    const { adds, removes, texts, attributes } = mutation.data;
    const parts = {
      adds: gzipToBinaryString(adds),
      removes: gzipToBinaryString(removes),
      texts: gzipToBinaryString(texts),
      attributes: gzipToBinaryString(attributes),
    };
    await sendSnapshots(id, [
      [
        { ...full, data: gzipToBinaryString(full.data), cv: "2024-10" },
        { ...mutation, data: { ...mutation.data, ...parts }, cv: "2024-10" },
        { ...full, data: "not gzip", cv: "2024-10" },
        on.mouse(2000, 2),
      ],
    ]);
    assert.deepEqual(await waitForPlayback(id, 3), [full, mutation, on.mouse(2000, 2)]);
    await deleteRecording(id);
  });

  test("chunks play once they are complete, in any order; incomplete ones do not block others", async () => {
    const id = randomUUID();
    const on = rrwebEventFactory(Date.now() - 60_000);
    const [first, second, incomplete] = [
      chunksOf([on.full(0), on.input(500, "ä🚲")], 3),
      chunksOf([on.mouse(1000, 2)], 2),
      chunksOf([on.mouse(1500, 2)], 2),
    ];
    await sendSnapshots(id, [first[2], second[0], incomplete[0], first[0], first[2], second[1], second[0]]);
    await sendSnapshots(id, [on.mouse(2000, 2)]);
    assert.deepEqual(await waitForPlayback(id, 2), [on.mouse(1000, 2), on.mouse(2000, 2)]);
    await sendSnapshots(id, [first[1], first[1], first[0]]);
    const all = [on.full(0), on.input(500, "ä🚲"), on.mouse(1000, 2), on.mouse(2000, 2)];
    assert.deepEqual(await waitForPlayback(id, 4), all);
    const recording = await client.expectStatus("session_recordings_retrieve", 200, { path: { id } });
    assert.deepEqual([recording.click_count, recording.keypress_count], [2, 1]);
    await deleteRecording(id);
  });

  test("a snapshot without a uuid that is sent twice counts once", async () => {
    const id = randomUUID();
    const on = rrwebEventFactory(Date.now() - 60_000);
    const events = [on.mouse(0, 2), on.mouse(1000, 2)];
    await sendSnapshots(id, [events[0], events[0], events, events, on.mouse(9000, 2)]);
    assert.equal((await waitForPlayback(id, 4)).length, 4);
    await deleteRecording(id);
  });

  test("a full snapshot of 15 MB plays", async () => {
    const id = randomUUID();
    const text = randomUUID().repeat((15 * 1024 * 1024) / 36);
    const full = { ...rrwebEventFactory(Date.now()).full(0), data: { node: { id: 1, type: 3, textContent: text } } };
    await sendSnapshots(id, [full], {}, direct);
    assert.deepEqual(await waitForPlayback(id, 1, direct), [full]);
    await deleteRecording(id);
  });
});
