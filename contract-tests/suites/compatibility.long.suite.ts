import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { Client, directClient } from "../client/contract-client.ts";
import { environmentOf, needs, target } from "../client/target.ts";
import { eventOperations } from "../contract/contract-document.ts";
import type { StoredEvent } from "../services/direct-store.ts";
import { openDirectStore } from "../services/open-direct-store.ts";
import { assertStillServing } from "../support/assert-still-serving.ts";
import { BODY_ENCODINGS } from "../support/body-encodings.ts";
import { eventually } from "../support/poll.ts";

const client = new Client();
const direct = directClient();
const { projectApiKey: token, personalApiKey, projectId } = target.tenant;
const aliases = eventOperations.filter((id) => id !== "capture" && id !== "batch");
const HOUR_MS = 3_600_000;

after(() => assertStillServing(client, token));

/** Returns an event as browser libraries send it. */
function browserEvent(more: object = {}, properties: object = {}) {
  const uuid = randomUUID();
  return { event: "from a client", uuid, ...more, properties: { token, distinct_id: "client", ...properties } };
}

function waitForStored(...uuids: string[]): Promise<StoredEvent[]> {
  return eventually("the events are stored", async () => {
    const events = await openDirectStore(environmentOf(target)).findEvents(projectId, uuids);
    return events.length === uuids.length && events;
  });
}

describe("compatibility: alias paths for events", () => {
  for (const id of aliases) {
    test(`${id} accepts an event, a list and a batch`, async () => {
      const bodies = [browserEvent(), [browserEvent(), browserEvent()], { api_key: token, batch: [browserEvent()] }];
      for (const json of bodies) assert.deepEqual(await client.expectStatus(id, 200, { json }), { status: 1 });
    });
  }

  test("events from each path are stored", needs("store"), async () => {
    for (const id of eventOperations) {
      const [one, two, three] = [browserEvent(), browserEvent(), browserEvent()];
      if (id !== "batch") await client.expectStatus(id, 200, { json: one });
      await client.expectStatus(id, 200, { json: [two] });
      await client.expectStatus(id, 200, { json: { token, batch: [three], sent_at: new Date().toISOString() } });
      await waitForStored(...(id === "batch" ? [two, three] : [one, two, three]).map(({ uuid }) => uuid));
    }
  });

  test("errors name the field as in a batch", needs("state"), async () => {
    for (const id of eventOperations) {
      await client.expectError(id, [400, "invalid_input", "batch__1__event"], {
        json: [browserEvent(), browserEvent({ event: 5 })],
      });
    }
    await client.expectError("capture_e", [400, "invalid_input", "event"], { json: browserEvent({ event: 5 }) });
  });

  test("/engage/ sets properties of a person; other paths drop an event without a name", needs("store"), async () => {
    const [changed, listed, dropped, last] = [randomUUID(), randomUUID(), randomUUID(), browserEvent()];
    const change = { $token: token, $distinct_id: "engaged", $set: { plan: "pro" } };
    await client.expectStatus("capture_e", 200, { json: { ...change, uuid: dropped } });
    await client.expectStatus("capture_engage", 200, { json: { ...change, uuid: changed } });
    await client.expectStatus("capture_engage", 200, { json: [{ ...change, uuid: listed }] });
    await client.expectStatus("capture_engage", 200, { json: last });
    for (const uuid of [changed, listed]) {
      const [event] = await waitForStored(uuid);
      assert.deepEqual(
        [event?.event, event?.distinctId, event?.properties],
        ["$set", "engaged", '{"$set":{"plan":"pro"}}'],
      );
    }
    await waitForStored(last.uuid);
    assert.deepEqual(await openDirectStore(environmentOf(target)).findEvents(projectId, [dropped]), []);
  });
});

describe("compatibility: encoded bodies", needs("wire", "store"), () => {
  for (const [encoding, encode] of Object.entries(BODY_ENCODINGS)) {
    test(`${encoding}: events are stored`, async () => {
      const sent = eventOperations.map((id) => [id, browserEvent({}, { text: "blå 🚲 + & = %", id })] as const);
      for (const [id, event] of sent) {
        const json = JSON.stringify(id === "batch" ? [event] : event);
        assert.deepEqual(await direct.expectStatus(id, 200, encode(json)), { status: 1 });
      }
      const events = await waitForStored(...sent.map(([, { uuid }]) => uuid));
      for (const [, { uuid, properties }] of sent) {
        assert.equal(events.find((event) => event.uuid === uuid)?.properties, JSON.stringify(properties));
      }
    });

    test(`${encoding}: a flag request is answered`, async () => {
      const options = encode(JSON.stringify({ token, distinct_id: "anybody", groups: {} }));
      const query = `?v=3${String(options.query ?? "").replace("?", "&")}`;
      const response = await direct.expectStatus("decide", 200, { ...options, query });
      assert.ok("errorComputingFlags" in response);
    });
  }

  test("the first of several versions is used, because one library sends two", async () => {
    const json = { token, distinct_id: "anybody" };
    const response = await direct.expectStatus("decide", 200, { json, query: "?v=2&v=1.19.0" });
    assert.ok(
      "featureFlags" in response && !Array.isArray(response.featureFlags) && !("errorComputingFlags" in response),
    );
  });
});

describe("compatibility: JSON lines", needs("wire", "store"), () => {
  const linesOf = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join("\n");
  const headers = { "content-type": "application/x-ndjson; charset=utf-8" };

  for (const type of ["application/x-ndjson", "application/ndjson", "application/jsonl"]) {
    test(`${type}: an event in each line is stored, plain and gzipped`, async () => {
      for (const id of eventOperations) {
        const [one, two, three] = [browserEvent(), browserEvent({}, { text: "a\nb" }), browserEvent()];
        await direct.expectStatus(id, 200, { text: linesOf(one, two), headers: { "content-type": type } });
        const packed = { "content-type": type, "content-encoding": "gzip" };
        await direct.expectStatus(id, 200, { text: gzipSync(`\r\n${linesOf(three)}\r\n`), headers: packed });
        await waitForStored(one.uuid, two.uuid, three.uuid);
      }
    });
  }

  test("have the limits and errors of a batch", async () => {
    const options = { key: token, headers };
    const wrong = linesOf(browserEvent(), browserEvent({ event: 5 }));
    const refused = [400, "invalid_input", "batch__1__event"] as const;
    await direct.expectError("batch", refused, { ...options, text: wrong });
    for (const text of ['{"event":\n"x"}', '{"event":"x"}\n{']) {
      await direct.expectError("batch", [400, "parse_error", null], { ...options, text });
    }
    await direct.expectError("batch", [401, "invalid_api_key", null], { headers, text: "{}\n{}" });
  });
});

describe("compatibility: keys", needs("state"), () => {
  const event = { event: "keyed", distinct_id: "client" };
  const bodiesByField: Record<string, object> = {
    api_key: { api_key: token, ...event },
    token: { token, ...event },
    $token: { $token: token, ...event },
    "properties.token": { ...event, properties: { token } },
  };
  for (const [field, json] of Object.entries(bodiesByField)) {
    test(`as ${field}, in an event, in the first event of a list or batch, and for flags`, async () => {
      for (const id of eventOperations) {
        if (id !== "batch") await client.expectStatus(id, 200, { json });
        await client.expectStatus(id, 200, { json: [json, event] });
        await client.expectStatus(id, 200, { json: { batch: [json, event] } });
      }
      await client.expectStatus("decide", 200, { json });
    });
  }

  test("unknown and missing keys, and keys in later events only, are refused", async () => {
    for (const id of aliases) {
      for (const json of [event, [event], [], [event, { token, ...event }], { ...event, token: "phc_unknown" }]) {
        await client.expectError(id, [401, "invalid_api_key", null], { json });
      }
    }
  });

  test("a personal key is accepted only where the contract documents it", async () => {
    for (const json of [
      { ...event, token: personalApiKey, project_id: projectId },
      { ...event, properties: { token: personalApiKey }, project_id: projectId },
      [{ ...event, api_key: personalApiKey, project_id: projectId }],
    ]) {
      await client.expectError("capture", [401, "invalid_api_key", null], { json });
    }
  });
});

describe("compatibility: time", needs("store"), () => {
  /** Sends an event and returns how old the stored event is, in milliseconds. */
  async function ageOf(event: ReturnType<typeof browserEvent>, body: unknown, query: string): Promise<number> {
    await client.expectStatus("capture_e", 200, { text: JSON.stringify(body), query });
    return Date.now() - ((await waitForStored(event.uuid))[0]?.timestamp ?? 0);
  }

  test("an offset counts back from now, whatever the client's clock says", async () => {
    const event = browserEvent({ offset: HOUR_MS });
    const age = await ageOf(event, [event], "?_=1000000000000");
    assert.ok(age >= HOUR_MS && age < HOUR_MS + 60_000, String(age));
  });

  test("the clock in the query corrects a timestamp, in an event and in a list", async () => {
    const clock = Date.parse("2020-01-01T12:00:00Z");
    const timestamp = new Date(clock - HOUR_MS).toISOString();
    const clocks = [`_=${clock}`, `sent_at=${clock}`, `sent_at=${new Date(clock).toISOString()}&_=1700000000000`];
    for (const wrap of [(event: object) => event, (event: object) => [event]]) {
      for (const query of clocks) {
        const event = browserEvent({ timestamp });
        const age = await ageOf(event, wrap(event), `?ip=1&${query}&ver=1.96.1`);
        assert.ok(age >= HOUR_MS && age < HOUR_MS + 60_000, `${query}: ${age}`);
      }
    }
  });

  test("sent_at in the body takes precedence, and invalid clocks are ignored", async () => {
    const clock = Date.parse("2020-01-01T12:00:00Z");
    const event = browserEvent({ timestamp: new Date(clock - HOUR_MS).toISOString() });
    const age = await ageOf(
      event,
      { token, sent_at: new Date(clock).toISOString(), batch: [event] },
      "?sent_at=1700000000000",
    );
    assert.ok(age >= HOUR_MS && age < HOUR_MS + 60_000, String(age));
    for (const query of ["?_=abc", "?_=", "?sent_at=0x10", "?_=-1", `?_=${"9".repeat(40)}`]) {
      const exact = browserEvent({ timestamp: "2024-03-12T09:42:18.123Z" });
      await client.expectStatus("capture_e", 200, { json: exact, query });
      assert.equal((await waitForStored(exact.uuid))[0]?.timestamp, Date.parse("2024-03-12T09:42:18.123Z"));
    }
  });
});
