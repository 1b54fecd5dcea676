import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { Client } from "../client/contract-client.ts";
import { environmentOf, needs, target } from "../client/target.ts";
import { eventually } from "../support/poll.ts";
import { readMetrics } from "../support/service-metrics.ts";

const client = new Client();
const { projectApiKey: api_key, personalApiKey, projectId } = target.tenant;
const ACCEPTED = { status: 1 };
const sessionId = `kinds-${randomUUID()}`;

after(async () => {
  if (target.kind !== "url") return;
  await eventually("the recording is removed", async () => {
    return (await client.request("session_recordings_destroy", { path: { id: sessionId } })).status === 204;
  });
});

describe("capture: every kind of event is accepted", () => {
  const kinds: Record<string, Record<string, unknown>> = {
    "any name": { event: "bike_configured", properties: { model: "Fjellrev 3" } },
    "no properties": { event: "opened" },
    "properties that are null": { event: "opened", properties: null },
    $create_alias: { event: "$create_alias", properties: { alias: `alias-${randomUUID()}` } },
    "with groups": { event: "ordered", properties: { $groups: { company: "nordlys" } } },
    $groupidentify: {
      event: "$groupidentify",
      properties: { $group_type: "company", $group_key: "nordlys", $group_set: { employees: 320 } },
    },
    $identify: {
      event: "$identify",
      $set: { plan: "plus" },
      $set_once: { seen: "here" },
      context: { locale: "nb-NO" },
    },
    "properties to remove, as a list": { event: "opened", $unset: ["plan"] },
    "properties to remove, as an object": { event: "opened", $unset: { plan: "" } },
    $pageview: { event: "$pageview", properties: { $current_url: "https://shop.example/" } },
    $screen: { event: "$screen", properties: { $screen_name: "Checkout" } },
    $snapshot: {
      event: "$snapshot",
      properties: { $session_id: sessionId, $snapshot_data: { type: 4, timestamp: 1, data: {} } },
    },
    "unknown fields": { event: "opened", library: "x", nested: { a: [1] } },
    "the distinct id in the properties": {
      distinct_id: undefined,
      event: "opened",
      properties: { distinct_id: "p" },
    },
    "a number as the distinct id": { event: "opened", distinct_id: 4812 },
  };
  for (const [title, fields] of Object.entries(kinds)) {
    test(`${title}`, async () => {
      const json = { api_key, distinct_id: `kinds-${randomUUID()}`, ...fields };
      assert.deepEqual(await client.expectStatus("capture", 200, { json }), ACCEPTED);
    });
  }
});

describe("capture: an incomplete event is dropped without an error", () => {
  const drops: Record<string, Record<string, unknown>> = {
    "no name": { distinct_id: "somebody" },
    "a name that is null": { event: null, distinct_id: "somebody" },
    "no distinct id": { event: "dropped" },
    "a distinct id that is null": { event: "dropped", distinct_id: null },
    "an empty distinct id": { event: "dropped", distinct_id: "" },
  };
  for (const [title, fields] of Object.entries(drops)) {
    test(`${title}: the response is 200`, async () => {
      assert.deepEqual(await client.expectStatus("capture", 200, { json: { api_key, ...fields } }), ACCEPTED);
    });
  }

  test("each of them is counted as dropped, and none is stored", needs("store"), async () => {
    const { openDirectStore } = await import("../services/open-direct-store.ts");
    const store = openDirectStore(environmentOf(target));
    const before = (await readMetrics(client))("sightline_events_dropped_total");
    const uuids = Object.keys(drops).map(() => randomUUID());
    for (const [index, fields] of Object.values(drops).entries()) {
      await client.expectStatus("capture", 200, { json: { api_key, uuid: uuids[index], ...fields } });
    }
    const last = randomUUID();
    await client.expectStatus("capture", 200, {
      json: { api_key, uuid: last, event: "after the drops", distinct_id: "x" },
    });
    await eventually(
      "the event after them is stored",
      async () => (await store.findEvents(projectId, [last])).length === 1,
    );
    assert.deepEqual(await store.findEvents(projectId, uuids), []);
    const dropped = async () => (await readMetrics(client))("sightline_events_dropped_total") - before;
    await eventually("each was counted as dropped", async () => (await dropped()) >= uuids.length);
  });
});

describe("capture: invalid fields are refused", () => {
  const wrong: Record<string, [Record<string, unknown>, string]> = {
    "properties that are a list": [{ properties: [] }, "properties"],
    "properties that are a string": [{ properties: "model" }, "properties"],
    "a name that is a number": [{ event: 17 }, "event"],
    "a name that is an object": [{ event: {} }, "event"],
    "a distinct id that is an object": [{ distinct_id: {} }, "distinct_id"],
    "a distinct id that is a list": [{ distinct_id: ["a"] }, "distinct_id"],
    "a timestamp that is a number": [{ timestamp: 1773308463250 }, "timestamp"],
    "an offset that is a string": [{ offset: "12" }, "offset"],
    "properties to set that are a list": [{ $set: [] }, "$set"],
    "properties to set once that are a string": [{ $set_once: "x" }, "$set_once"],
    "properties to remove that are a number": [{ $unset: 4 }, "$unset"],
    "a context that is a string": [{ context: "web" }, "context"],
    "a key that is a number": [{ api_key: 12 }, "api_key"],
  };
  for (const [title, [fields, attr]] of Object.entries(wrong)) {
    test(`${title}: 400 with attr ${attr}`, async () => {
      const json = { api_key, event: "wrong", distinct_id: "x", ...fields };
      await client.expectError("capture", [400, "invalid_input", attr], { json });
    });
  }
});

describe("capture: keys", needs("state"), () => {
  const event = { event: "sent", distinct_id: "x" };
  const accepted: Record<string, Parameters<Client["request"]>[1]> = {
    "a project key as api_key": { json: { api_key, ...event } },
    "a project key as a bearer": { json: event, key: api_key },
    "a personal key as api_key, project_id in the body": {
      json: { api_key: personalApiKey, project_id: projectId, ...event },
    },
    "a personal key as api_key, project_id as a number": {
      json: { api_key: personalApiKey, project_id: Number(projectId), ...event },
    },
    "a personal key as personal_api_key": {
      json: { personal_api_key: personalApiKey, project_id: projectId, ...event },
    },
    "a personal key as a bearer": { json: { project_id: projectId, ...event }, key: personalApiKey },
    "a personal key, project_id in the query": { json: event, key: personalApiKey, query: { project_id: projectId } },
    "a personal key as a bearer, with a project key": { json: { api_key, ...event }, key: personalApiKey },
    "a project key as a bearer, with an unknown one": { json: { api_key: "phc_unknown", ...event }, key: api_key },
    "a project key, with a project_id that is ignored": { json: { api_key, project_id: 999_999, ...event } },
  };
  for (const [title, options] of Object.entries(accepted)) {
    for (const id of ["capture", "batch", "decide"] as const) {
      test(`${title}: ${id}`, async () => {
        const json = id === "batch" ? { ...(options?.json as object), batch: [event] } : options?.json;
        await client.expectStatus(id, 200, { ...options, json });
      });
    }
  }

  const refused: Record<string, [Parameters<Client["request"]>[1], [number, string, string | null]]> = {
    "no key": [{ json: event }, [401, "invalid_api_key", null]],
    "an empty key": [{ json: { api_key: "", ...event } }, [401, "invalid_api_key", null]],
    "an unknown project key": [{ json: { api_key: "phc_unknown", ...event } }, [401, "invalid_api_key", null]],
    "an invalid key": [{ json: { api_key: "\u0000🗝", ...event } }, [401, "invalid_api_key", null]],
    "an unknown project key as a bearer": [{ json: event, key: "phc_unknown" }, [401, "invalid_api_key", null]],
    "an unknown bearer, with a valid project key": [
      { json: { api_key, ...event }, key: "phc_unknown" },
      [401, "invalid_api_key", null],
    ],
    "an unknown personal key, with a valid project key": [
      { json: { personal_api_key: "phx_unknown", api_key, ...event } },
      [401, "invalid_personal_api_key", null],
    ],
    "an unknown personal key": [
      { json: { personal_api_key: "phx_unknown", project_id: projectId, ...event } },
      [401, "invalid_personal_api_key", null],
    ],
    "an unknown personal key as api_key": [
      { json: { api_key: "phx_unknown", project_id: projectId, ...event } },
      [401, "invalid_personal_api_key", null],
    ],
    "an unknown personal key as a bearer": [
      { json: { project_id: projectId, ...event }, key: "phx_unknown" },
      [401, "invalid_personal_api_key", null],
    ],
    "a personal key without a project": [
      { json: { personal_api_key: personalApiKey, ...event } },
      [400, "invalid_project", "project_id"],
    ],
    "a personal key with an unknown project": [
      { json: { personal_api_key: personalApiKey, project_id: 999_999, ...event } },
      [400, "invalid_project", "project_id"],
    ],
    "a personal key with an invalid project": [
      { json: { personal_api_key: personalApiKey, project_id: "../1", ...event } },
      [400, "invalid_project", "project_id"],
    ],
  };
  for (const [title, [options, expected]] of Object.entries(refused)) {
    for (const id of ["capture", "batch", "decide"] as const) {
      test(`${title}: ${id} answers with ${expected.slice(0, 2).join(" ")}`, async () => {
        const json = id === "batch" ? { ...(options?.json as object), batch: [event] } : options?.json;
        await client.expectError(id, expected, { ...options, json });
      });
    }
  }
});
