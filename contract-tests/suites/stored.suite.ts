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

/** Sends an event and waits until it is stored. Returns the event, and the times before and after sending it. */
async function sendAndFind(
  fields: Record<string, unknown>,
): Promise<{ stored: StoredEvent; from: number; to: number }> {
  const uuid = randomUUID();
  const from = Date.now();
  await client.expectStatus("capture", 200, {
    json: { api_key, event: "stored", distinct_id: "somebody", uuid, ...fields },
  });
  const to = Date.now();
  const stored = await eventually("the event is stored", async () => (await findStored([uuid]))[0]);
  return { stored, from, to };
}

function findStored(uuids: readonly string[]): Promise<StoredEvent[]> {
  return openDirectStore(environmentOf(target)).findEvents(projectId, uuids);
}

function isoIn(milliseconds: number): string {
  return new Date(Date.now() + milliseconds).toISOString();
}

describe("stored events: time", needs("store"), () => {
  const exact = "2026-03-12T09:42:18.123Z";
  const timestamps: Record<string, Record<string, unknown>> = {
    "a timestamp in UTC": { timestamp: exact },
    "a timestamp in another zone": { timestamp: "2026-03-12T10:42:18.123+01:00" },
    "a timestamp without a zone is UTC": { timestamp: "2026-03-12T09:42:18.123" },
    "$ignore_sent_at turns the correction off": {
      timestamp: exact,
      sent_at: "2026-03-12T10:00:00Z",
      properties: { $ignore_sent_at: true },
    },
  };
  for (const [title, fields] of Object.entries(timestamps)) {
    test(title, async () => {
      const { stored } = await sendAndFind(fields);
      assert.equal(stored.timestamp, Date.parse(exact));
    });
  }

  const becomesNow: Record<string, () => Record<string, unknown>> = {
    "no timestamp": () => ({}),
    "a timestamp that is null": () => ({ timestamp: null }),
    "a timestamp that cannot be read": () => ({ timestamp: "yesterday" }),
    "an empty timestamp": () => ({ timestamp: "" }),
    "a timestamp a day ahead": () => ({ timestamp: isoIn(24 * HOUR_MS) }),
  };
  for (const [title, fields] of Object.entries(becomesNow)) {
    test(`${title} becomes now`, async () => {
      const { stored, from, to } = await sendAndFind(fields());
      assert.ok(stored.timestamp >= from && stored.timestamp <= to, `${stored.timestamp} is not from ${from} to ${to}`);
    });
  }

  test("a timestamp some hours ahead is kept", async () => {
    const timestamp = isoIn(22 * HOUR_MS);
    const { stored } = await sendAndFind({ timestamp });
    assert.equal(stored.timestamp, Date.parse(timestamp));
  });

  test("sent_at corrects a wrong clock", async () => {
    const clock = Date.parse("2020-01-01T12:00:00Z");
    const { stored, from, to } = await sendAndFind({
      timestamp: new Date(clock - 90 * SECOND_MS).toISOString(),
      sent_at: new Date(clock).toISOString(),
    });
    const ago = 90 * SECOND_MS;
    assert.ok(
      stored.timestamp >= from - ago && stored.timestamp <= to - ago,
      `${stored.timestamp}, sent ${from} to ${to}`,
    );
  });

  test("an offset counts back from now", async () => {
    const { stored, from, to } = await sendAndFind({ offset: 90 * SECOND_MS });
    const ago = 90 * SECOND_MS;
    assert.ok(
      stored.timestamp >= from - ago && stored.timestamp <= to - ago,
      `${stored.timestamp}, sent ${from} to ${to}`,
    );
  });

  test("a request that takes 15 s does not move its event", async () => {
    const timestamp = isoIn(-20 * SECOND_MS);
    const { stored } = await sendAndFind({ timestamp, sent_at: isoIn(-15 * SECOND_MS) });
    assert.equal(stored.timestamp, Date.parse(timestamp));
  });

  for (const [title, fastMs] of Object.entries({ "10 minutes slow": -HOUR_MS / 6, "a year fast": 8760 * HOUR_MS })) {
    test(`events of a clock that is ${title} stay in order, however long their requests take`, async () => {
      const distinct_id = randomUUID();
      const times: number[] = [];
      for (const delay of [40 * SECOND_MS, 0, 15 * SECOND_MS]) {
        const sent = Date.now() + fastMs - delay;
        const { stored } = await sendAndFind({
          distinct_id,
          timestamp: new Date(sent - SECOND_MS).toISOString(),
          sent_at: new Date(sent).toISOString(),
        });
        times.push(stored.timestamp - sent);
        assert.ok(Math.abs(stored.timestamp - (Date.now() - delay)) < 60 * SECOND_MS);
      }
      assert.equal(new Set(times).size, 1, "all are moved alike");
    });
  }

  test("a batch's sent_at corrects each of its events", async () => {
    const uuid = randomUUID();
    const clock = Date.parse("2031-01-01T12:00:00Z");
    const event = { event: "late", distinct_id: "x", uuid, timestamp: new Date(clock - 60 * SECOND_MS).toISOString() };
    const from = Date.now();
    await client.expectStatus("batch", 200, {
      json: { api_key, sent_at: new Date(clock).toISOString(), batch: [event] },
    });
    const to = Date.now();
    const stored = await eventually("the event is stored", async () => (await findStored([uuid]))[0]);
    const ago = 60 * SECOND_MS;
    assert.ok(
      stored.timestamp >= from - ago && stored.timestamp <= to - ago,
      `${stored.timestamp}, sent ${from} to ${to}`,
    );
  });
});

describe("stored events: fields", needs("store"), () => {
  test("properties are stored exactly as sent", async () => {
    const text = `{
      "__proto__": {"polluted": true}, "constructor": 1, "": "empty", "a.b": [1, [2, {"c": null}]], "$set": {"x.y": 1},
      "unicode": "🚲 \\u0000 \\ud83d", "number": 1e300, "deep": ${'{"d":'.repeat(100)}0${"}".repeat(100)}
    }`;
    const uuid = randomUUID();
    const event = `"event": "kept", "distinct_id": "keeper", "uuid": "${uuid}", "properties": ${text}`;
    await direct.expectStatus("capture", 200, { text: `{"api_key": "${api_key}", ${event}}` });
    const stored = await eventually("the event is stored", async () => (await findStored([uuid]))[0]);
    assert.equal(stored.properties, text.replace(/\n/g, ""), "in one line, but otherwise unchanged");
  });

  test("large numbers are stored exactly as sent", async () => {
    const numbers = '{"id":12345678901234567890,"huge":1e999,"list":[-9007199254740993,1.5]}';
    const personal = `"personal_api_key": "${target.tenant.personalApiKey}", "project_id": "${projectId}"`;
    for (const credentials of [`"api_key": "${api_key}"`, personal]) {
      const uuid = randomUUID();
      const event = `"event": "kept", "distinct_id": "keeper", "uuid": "${uuid}", "properties": ${numbers}`;
      await direct.expectStatus("capture", 200, { text: `{${credentials}, ${event}}` });
      const stored = await eventually("the event is stored", async () => (await findStored([uuid]))[0]);
      assert.equal(stored.properties, numbers);
    }
  });

  test("the distinct id becomes a string of at most 200 characters", async () => {
    assert.equal((await sendAndFind({ distinct_id: 4812 })).stored.distinctId, "4812");
    assert.equal((await sendAndFind({ distinct_id: true })).stored.distinctId, "true");
    const [uuid, digits] = [randomUUID(), "12345678901234567891"];
    await direct.expectStatus("capture", 200, {
      text: `{"api_key":"${api_key}","event":"e","uuid":"${uuid}","distinct_id":${digits}}`,
    });
    const large = await eventually("the event is stored", async () => (await findStored([uuid]))[0]);
    assert.equal(large.distinctId, digits);
    assert.equal((await sendAndFind({ distinct_id: "x".repeat(500) })).stored.distinctId, "x".repeat(200));
    const inProperties = await sendAndFind({ distinct_id: undefined, properties: { distinct_id: "among" } });
    assert.equal(inProperties.stored.distinctId, "among");
  });
});

describe("stored events: identity", needs("store"), () => {
  test("events with the same uuid, in upper or lower case, are stored once", async () => {
    const [uuid, last] = [randomUUID(), randomUUID()];
    const event = { event: "repeated", distinct_id: "x", uuid };
    await client.expectStatus("capture", 200, { json: { api_key, ...event } });
    await client.expectStatus("capture", 200, { json: { api_key, ...event, uuid: uuid.toUpperCase() } });
    await client.expectStatus("batch", 200, { json: { api_key, batch: [event, event] } });
    await client.expectStatus("capture", 200, { json: { api_key, ...event, uuid: last } });
    // One process stores them in order; of several, one may store the last first.
    for (const id of [last, uuid]) await eventually("it is stored", async () => (await findStored([id])).length > 0);
    assert.equal((await findStored([uuid])).length, 1);
  });

  test("the same uuid in another project is another event", needs("tenants"), async () => {
    const uuid = randomUUID();
    const { otherTenant } = target;
    for (const { projectApiKey } of [target.tenant, otherTenant]) {
      await client.expectStatus("capture", 200, {
        json: { api_key: projectApiKey, event: "twin", distinct_id: "x", uuid },
      });
    }
    const store = openDirectStore(environmentOf(target));
    for (const id of [projectId, otherTenant.projectId]) {
      await eventually(`project ${id} has it`, async () => (await store.findEvents(id, [uuid])).length === 1);
    }
  });
});
