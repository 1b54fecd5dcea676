import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { Client, clientsOfNodes } from "../client/contract-client.ts";
import { needs, target, tenantDetails } from "../client/target.ts";
import { eventually } from "../support/poll.ts";
import { expectedSummary, type RrwebEvent, rrwebEventFactory, snapshotBody } from "../support/rrweb-events.ts";
import {
  createdRecordings,
  removeCreatedRecordings,
  sampleSession,
  sendSession,
  waitUntilStored,
} from "../support/send-session.ts";

const client = new Client();
const { projectApiKey } = target.tenant;

after(removeCreatedRecordings);

describe("recordings: playing from memory", needs("state"), () => {
  test("sources name the storage place, which has every event of each window in order", async () => {
    const [first, second, third] = sampleSession(Date.now() - 120_000);
    const all = [...first, ...second, ...third];
    const id = await sendSession([
      { windowId: "left", events: first },
      { windowId: "right", events: third },
      { events: second },
    ]);
    await waitUntilStored(id, all);
    const { sources, ...recording } = (await client.expectStatus("session_recordings_snapshots_retrieve", 200, {
      path: { id },
    })) as { sources: readonly object[]; start_time: string; end_time: string; id: string };
    assert.equal(recording.id, id);
    const { start_time, end_time } = expectedSummary(all);
    assert.deepEqual(sources, [
      { source: "in_memory", key: null, start_timestamp: start_time, end_timestamp: end_time },
    ]);
    const lines = [
      { window_id: "left", data: first },
      { window_id: id, data: second },
      { window_id: "right", data: third },
    ];
    const options = { path: { id }, query: { source: "in_memory" } };
    assert.deepEqual(await client.expectStatus("session_recordings_snapshots_retrieve", 200, options), lines);
    const whole = { path: { id }, headers: { accept: "application/json;q=0.5, application/x-ndjson" } };
    assert.deepEqual(await client.expectStatus("session_recordings_snapshots_retrieve", 200, whole), lines);
  });

  test("a live session plays on every node, whichever node accepts its snapshots", async () => {
    const nodes = clientsOfNodes();
    const on = rrwebEventFactory(Date.now() - 10_000);
    const sent: RrwebEvent[] = [];
    const sessionId = randomUUID();
    createdRecordings.add(sessionId);
    for (const receiver of [...nodes, ...nodes]) {
      const event = on.mouse(sent.length * 100, 2);
      sent.push(event);
      await receiver.expectStatus("capture", 200, { json: snapshotBody(projectApiKey, { sessionId }, [event]) });
      for (const reader of nodes) {
        await eventually("the last event plays", async () => {
          const options = { path: { id: sessionId }, query: { source: "in_memory" } };
          const { status, body } = await reader.request("session_recordings_snapshots_retrieve", options);
          const lines = body as readonly { readonly data: readonly RrwebEvent[] }[];
          return (
            status === 200 &&
            isDeepStrictEqual(
              lines.flatMap(({ data }) => data),
              sent,
            )
          );
        });
      }
    }
  });

  test("a storage place without snapshots or an unknown key is answered with 404", async () => {
    const events = [rrwebEventFactory(Date.now()).mouse(0, 2)];
    const id = await sendSession([{ events }]);
    await waitUntilStored(id, events);
    for (const query of ["?source=object_storage", "?source=columnar", "?source=in_memory&key=1-2"]) {
      await client.expectError("session_recordings_snapshots_retrieve", [404, "not_found", null], {
        path: { id },
        query,
      });
    }
  });

  test("viewed is kept for each user", needs("tenants"), async () => {
    const events = [rrwebEventFactory(Date.now()).mouse(0, 2)];
    const id = await sendSession([{ events }]);
    await waitUntilStored(id, events);
    const key = tenantDetails(target.tenant).memberPersonalApiKey;
    const viewed = async (of?: string) => {
      const options = { path: { id }, ...(of !== undefined && { key: of }) };
      return (await client.expectStatus("session_recordings_retrieve", 200, options)).viewed;
    };
    assert.deepEqual([await viewed(), await viewed(key)], ["false", "false"]);
    await client.expectStatus("session_recordings_snapshots_retrieve", 200, {
      path: { id },
      query: { source: "in_memory" },
      key,
    });
    assert.deepEqual([await viewed(), await viewed(key)], ["false", "true"]);
    const page = await client.expectStatus("session_recordings_list", 200, { query: { limit: 1000 }, key });
    assert.equal(page.results.find((listed) => listed.id === id)?.viewed, "true");
  });
});

describe("recordings: invalid sources and keys", () => {
  test("a source that does not exist", async () => {
    const options = { path: { id: "any" }, query: { source: "tape" } };
    await client.expectError("session_recordings_snapshots_retrieve", [400, "invalid_input", "source"], options);
  });
  test("a key without its source", needs("state"), async () => {
    const events = [rrwebEventFactory(Date.now()).mouse(0, 2)];
    const id = await sendSession([{ events }]);
    await waitUntilStored(id, events);
    const options = { path: { id }, query: { key: "1-2" } };
    await client.expectError("session_recordings_snapshots_retrieve", [400, "required", "source"], options);
  });
});
