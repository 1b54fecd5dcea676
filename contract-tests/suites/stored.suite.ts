import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { Client, directClient } from "../client/contract-client.ts";
import { environmentOf, needs, target } from "../client/target.ts";
import type { StoredEvent } from "../services/direct-store.ts";
import { openDirectStore } from "../services/open-direct-store.ts";
import { eventually } from "../support/poll.ts";

const client = new Client();
const direct = directClient();
const { projectApiKey: api_key, projectId } = target.tenant;
const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;

/** Sends an event and waits until it is stored; gives it, and when it was sent. */
async function sendAndFind(fields: Record<string, unknown>): Promise<{ kept: StoredEvent; from: number; to: number }> {
  const uuid = randomUUID();
  const from = Date.now();
  await client.expectStatus("capture", 200, {
    json: { api_key, event: "stored", distinct_id: "somebody", uuid, ...fields },
  });
  const to = Date.now();
  const kept = await eventually("the event is stored", async () => (await findStored([uuid]))[0]);
  return { kept, from, to };
}

function findStored(uuids: readonly string[]): Promise<StoredEvent[]> {
  return openDirectStore(environmentOf(target)).findEvents(projectId, uuids);
}

function isoIn(milliseconds: number): string {
  return new Date(Date.now() + milliseconds).toISOString();
}

describe("what becomes of an event's time", needs("store"), () => {
  const exact = "2026-03-12T09:42:18.123Z";
  const given: Record<string, Record<string, unknown>> = {
    "a timestamp in UTC": { timestamp: exact },
    "a timestamp of another zone": { timestamp: "2026-03-12T10:42:18.123+01:00" },
    "a timestamp without a zone is UTC": { timestamp: "2026-03-12T09:42:18.123" },
    "$ignore_sent_at turns the correction off": {
      timestamp: exact,
      sent_at: "2026-03-12T10:00:00Z",
      properties: { $ignore_sent_at: true },
    },
  };
  for (const [what, fields] of Object.entries(given)) {
    test(what, async () => {
      const { kept } = await sendAndFind(fields);
      assert.equal(kept.timestamp, Date.parse(exact));
    });
  }

  const becomesNow: Record<string, () => Record<string, unknown>> = {
    "no timestamp": () => ({}),
    "a timestamp that is null": () => ({ timestamp: null }),
    "a timestamp that cannot be read": () => ({ timestamp: "yesterday" }),
    "an empty timestamp": () => ({ timestamp: "" }),
    "a timestamp a day ahead": () => ({ timestamp: isoIn(24 * HOUR_MS) }),
  };
  for (const [what, fields] of Object.entries(becomesNow)) {
    test(`${what} becomes now`, async () => {
      const { kept, from, to } = await sendAndFind(fields());
      assert.ok(kept.timestamp >= from && kept.timestamp <= to, `${kept.timestamp} is not from ${from} to ${to}`);
    });
  }

  test("a timestamp some hours ahead stays", async () => {
    const timestamp = isoIn(22 * HOUR_MS);
    const { kept } = await sendAndFind({ timestamp });
    assert.equal(kept.timestamp, Date.parse(timestamp));
  });

  test("sent_at corrects a wrong clock", async () => {
    const clock = Date.parse("2020-01-01T12:00:00Z");
    const { kept, from, to } = await sendAndFind({
      timestamp: new Date(clock - 90 * SECOND_MS).toISOString(),
      sent_at: new Date(clock).toISOString(),
    });
    const ago = 90 * SECOND_MS;
    assert.ok(kept.timestamp >= from - ago && kept.timestamp <= to - ago, `${kept.timestamp}, sent ${from} to ${to}`);
  });

  test("an offset counts back from now", async () => {
    const { kept, from, to } = await sendAndFind({ offset: 90 * SECOND_MS });
    const ago = 90 * SECOND_MS;
    assert.ok(kept.timestamp >= from - ago && kept.timestamp <= to - ago, `${kept.timestamp}, sent ${from} to ${to}`);
  });

  test("a batch's sent_at corrects each of its events", async () => {
    const uuid = randomUUID();
    const clock = Date.parse("2031-01-01T12:00:00Z");
    const event = { event: "late", distinct_id: "x", uuid, timestamp: new Date(clock - 60 * SECOND_MS).toISOString() };
    const from = Date.now();
    await client.expectStatus("batch", 200, {
      json: { api_key, sent_at: new Date(clock).toISOString(), batch: [event] },
    });
    const to = Date.now();
    const kept = await eventually("the event is stored", async () => (await findStored([uuid]))[0]);
    const ago = 60 * SECOND_MS;
    assert.ok(kept.timestamp >= from - ago && kept.timestamp <= to - ago, `${kept.timestamp}, sent ${from} to ${to}`);
  });
});

describe("what becomes of an event's fields", needs("store"), () => {
  test("properties come back exactly as they were sent", async () => {
    const text = `{
      "__proto__": {"polluted": true}, "constructor": 1, "": "empty", "a.b": [1, [2, {"c": null}]], "$set": {"x.y": 1},
      "unicode": "🚲 \\u0000 \\ud83d", "number": 1e300, "deep": ${'{"d":'.repeat(100)}0${"}".repeat(100)}
    }`;
    const uuid = randomUUID();
    const body = `{"api_key": "${api_key}", "event": "kept", "distinct_id": "keeper", "uuid": "${uuid}", "properties": ${text}}`;
    await client.expectStatus("capture", 200, { text: body });
    const kept = await eventually("the event is stored", async () => (await findStored([uuid]))[0]);
    assert.equal(kept.properties, JSON.stringify(JSON.parse(text)));
  });

  test("numbers come back with the value that was sent, however large", async () => {
    const numbers = '{"id":12345678901234567890,"huge":1e999,"list":[-9007199254740993,1.5]}';
    const personal = `"personal_api_key": "${target.tenant.personalApiKey}", "project_id": "${projectId}"`;
    for (const credentials of [`"api_key": "${api_key}"`, personal]) {
      const uuid = randomUUID();
      const body = `{${credentials}, "event": "kept", "distinct_id": "keeper", "uuid": "${uuid}", "properties": ${numbers}}`;
      await direct.expectStatus("capture", 200, { text: body });
      const kept = await eventually("the event is stored", async () => (await findStored([uuid]))[0]);
      assert.equal(kept.properties, numbers);
    }
  });

  test("the distinct id becomes a text of at most 200 characters", async () => {
    assert.equal((await sendAndFind({ distinct_id: 4812 })).kept.distinctId, "4812");
    assert.equal((await sendAndFind({ distinct_id: true })).kept.distinctId, "true");
    const [uuid, digits] = [randomUUID(), "12345678901234567891"];
    await direct.expectStatus("capture", 200, {
      text: `{"api_key":"${api_key}","event":"e","uuid":"${uuid}","distinct_id":${digits}}`,
    });
    const large = await eventually("the event is stored", async () => (await findStored([uuid]))[0]);
    assert.equal(large.distinctId, digits);
    assert.equal((await sendAndFind({ distinct_id: "x".repeat(500) })).kept.distinctId, "x".repeat(200));
    const among = await sendAndFind({ distinct_id: undefined, properties: { distinct_id: "among" } });
    assert.equal(among.kept.distinctId, "among");
  });
});

describe("an event is stored once", needs("store"), () => {
  test("sent again with the same uuid, by itself and in a batch, in any case of letters", async () => {
    const [uuid, last] = [randomUUID(), randomUUID()];
    const event = { event: "repeated", distinct_id: "x", uuid };
    await client.expectStatus("capture", 200, { json: { api_key, ...event } });
    await client.expectStatus("capture", 200, { json: { api_key, ...event, uuid: uuid.toUpperCase() } });
    await client.expectStatus("batch", 200, { json: { api_key, batch: [event, event] } });
    await client.expectStatus("capture", 200, { json: { api_key, ...event, uuid: last } });
    await eventually("the last event is stored", async () => (await findStored([last])).length === 1);
    assert.equal((await findStored([uuid])).length, 1);
  });

  test("the same uuid in another project is another event", needs("tenants"), async () => {
    const uuid = randomUUID();
    const { otherTenant: foreign } = target;
    for (const { projectApiKey } of [target.tenant, foreign]) {
      await client.expectStatus("capture", 200, {
        json: { api_key: projectApiKey, event: "twin", distinct_id: "x", uuid },
      });
    }
    const store = openDirectStore(environmentOf(target));
    for (const id of [projectId, foreign.projectId]) {
      await eventually(`project ${id} has it`, async () => (await store.findEvents(id, [uuid])).length === 1);
    }
  });
});
