import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { Client, directClient, type RequestOptions } from "../client/contract-client.ts";
import { environmentOf, needs, target } from "../client/target.ts";
import { eventually } from "../support/poll.ts";
import { readMetrics } from "../support/service-metrics.ts";

// The specification of the service, row by row and in its order: authentication, events, errors and limits.

const client = new Client();
const direct = directClient();
const { projectApiKey: api_key, personalApiKey, projectId } = target.tenant;
const ACCEPTED = { status: 1 };
const event = { event: "sent", distinct_id: "x" };
const PUBLIC = ["capture", "batch", "decide"] as const;
type PublicId = (typeof PUBLIC)[number];
/** Returns the options with the event where the operation has it. */
const optionsOf = (id: PublicId, { json, ...options }: RequestOptions): RequestOptions => {
  return { ...options, json: id === "batch" ? { ...(json as object), batch: [event] } : json };
};

describe("Authentication: credential and how it is sent", () => {
  const PRIVATE = ["session_recordings_list", "invites_list"] as const;
  for (const id of PRIVATE) {
    test(`Private endpoints: personal API key in header Authorization: Bearer (${id})`, async () => {
      await client.expectStatus(id, 200, { key: null, headers: { authorization: `Bearer ${personalApiKey}` } });
      await client.expectError(id, [401, "not_authenticated", null], { key: null });
      if (target.kind === "prism") return;
      for (const key of ["phx_unknown", api_key]) {
        await client.expectError(id, [401, "invalid_personal_api_key", null], { key });
      }
    });
  }
  for (const id of PUBLIC) {
    test(`Public endpoints: project API key in body field api_key (${id})`, async () => {
      await client.expectStatus(id, 200, optionsOf(id, { json: { api_key, ...event } }));
    });
  }
});

describe("Authentication: 1. Public endpoints accept a project or a personal API key", needs("state"), () => {
  const accepted: Record<string, RequestOptions> = {
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
    for (const id of PUBLIC) {
      test(`${title}: ${id}`, async () => void (await client.expectStatus(id, 200, optionsOf(id, options))));
    }
  }
});

describe("Authentication: 2. An invalid key yields 401, by its kind", needs("state"), () => {
  const personal = { project_id: projectId, ...event };
  const refused: Record<string, Record<string, RequestOptions>> = {
    invalid_api_key: {
      "no key": { json: event },
      "an empty key": { json: { api_key: "", ...event } },
      "an unknown project key": { json: { api_key: "phc_unknown", ...event } },
      "an invalid key": { json: { api_key: "\u0000🗝", ...event } },
      "an unknown project key as a bearer": { json: event, key: "phc_unknown" },
      "an unknown bearer, with a valid project key": { json: { api_key, ...event }, key: "phc_unknown" },
    },
    invalid_personal_api_key: {
      "an unknown personal key, with a project key": { json: { personal_api_key: "phx_unknown", api_key, ...event } },
      "an unknown personal key": { json: { personal_api_key: "phx_unknown", ...personal } },
      "an unknown personal key as api_key": { json: { api_key: "phx_unknown", ...personal } },
      "an unknown personal key as a bearer": { json: personal, key: "phx_unknown" },
    },
  };
  for (const [code, cases] of Object.entries(refused)) {
    for (const [title, options] of Object.entries(cases)) {
      for (const id of PUBLIC) {
        test(`${title}: ${id} yields 401 with code ${code}`, async () => {
          await client.expectError(id, [401, code, null], optionsOf(id, options));
        });
      }
    }
  }
});

/** Events that are not ingested, by the words of the specification; null counts as absent. */
const INVALID: Record<string, object[]> = {
  "the event has no name": [{ distinct_id: "x" }, { event: null, distinct_id: "x" }],
  "the event has no distinct_id field": [{ event: "dropped" }, { event: "dropped", distinct_id: null }],
  "the event's distinct_id is empty": [{ event: "dropped", distinct_id: "" }],
};

describe("Events: the three invalid events that return no error", () => {
  for (const [row, events] of Object.entries(INVALID)) {
    test(`${row}: /capture/ answers 200 with status 1`, async () => {
      for (const json of events) {
        assert.deepEqual(await client.expectStatus("capture", 200, { json: { api_key, ...json } }), ACCEPTED);
      }
    });
    test(`${row}: /batch/ answers 200 with status 1`, async () => {
      assert.deepEqual(await client.expectStatus("batch", 200, { json: { api_key, batch: events } }), ACCEPTED);
    });
  }

  test("they are not ingested, but counted as dropped", needs("store"), async () => {
    const { openDirectStore } = await import("../services/open-direct-store.ts");
    const store = openDirectStore(environmentOf(target));
    const dropped = async () => (await readMetrics(client))("sightline_events_dropped_total");
    const before = await dropped();
    const invalid = Object.values(INVALID)
      .flat()
      .map((fields) => ({ ...fields, uuid: randomUUID() }));
    for (const fields of invalid) await client.expectStatus("capture", 200, { json: { api_key, ...fields } });
    const last = randomUUID();
    const batch = [...invalid, { ...event, uuid: last }];
    await client.expectStatus("batch", 200, { json: { api_key, batch } });
    await eventually("the valid event among them is stored", async () => {
      return (await store.findEvents(projectId, [last])).length === 1;
    });
    const uuids = invalid.map(({ uuid }) => uuid);
    await eventually("each was counted", async () => (await dropped()) - before >= 2 * uuids.length);
    assert.deepEqual(await store.findEvents(projectId, uuids), []);
  });
});

describe("Errors: type, code, detail, and attr in some cases", () => {
  type Row = readonly [row: string, expected: object, json: object, needsKeys?: boolean];
  const unknown = { personal_api_key: personalApiKey, project_id: 999_999 };
  const rows: Row[] = [
    ...[{}, { project_id: 999_999 }, { project_id: "../1" }].map(
      (project): Row => [
        `400 validation_error invalid_project, attr project_id: ${JSON.stringify(project)}`,
        { status: 400, type: "validation_error", code: "invalid_project", attr: "project_id" },
        { ...unknown, project_id: undefined, ...project },
      ],
    ),
    [
      "401 authentication_error invalid_api_key, attr absent",
      { status: 401, type: "authentication_error", code: "invalid_api_key" },
      { api_key: "phc_unknown" },
    ],
    [
      "401 authentication_error invalid_personal_api_key, attr absent",
      { status: 401, type: "authentication_error", code: "invalid_personal_api_key" },
      { personal_api_key: "phx_unknown", project_id: projectId },
    ],
  ];
  for (const id of PUBLIC) {
    test(`200: body is status 1, or the decision (${id})`, async () => {
      const body = await client.expectStatus(id, 200, optionsOf(id, { json: { api_key, ...event } }));
      if (id !== "decide") assert.deepEqual(body, ACCEPTED);
    });
    for (const [row, expected, json] of rows) {
      test(`${row} (${id})`, needs("state"), async () => {
        const { status, body } = await client.request(id, optionsOf(id, { json: { ...json, ...event } }));
        const { detail, ...rest } = body as { readonly detail: string };
        assert.deepEqual({ status, ...rest }, expected);
        assert.match(detail, /^[A-Z].*\.$/);
      });
    }
    test(`the payload is validated, and failures return an error (${id})`, needs("state"), async () => {
      await client.expectError(id, [400, "invalid_input"], { json: { api_key, distinct_id: {}, batch: 1 } });
      await client.expectError(id, [400, "parse_error", null], { text: '{"api_key":' });
    });
  }
  // 503 fetch_team_fail needs an outage: it is a row of the suite outage.
});

describe("Limits", needs("wire"), () => {
  const MAX_BODY_BYTES = 20 * 1024 * 1024;

  test("Batch request body size: less than 20 MB by default", async () => {
    const text = Buffer.alloc(MAX_BODY_BYTES, " ");
    text.write(`{"api_key":"${api_key}","batch":[]}`);
    assert.deepEqual(await direct.expectStatus("batch", 200, { text: text.subarray(0, MAX_BODY_BYTES - 1) }), ACCEPTED);
    await direct.expectError("batch", [413, "request_too_large", null], { text });
  });

  for (const count of [0, 1, 2, 100, 30_000]) {
    test(`Number of events in a batch: no limit (${count})`, async () => {
      const batch = Array.from({ length: count }, () => event);
      assert.deepEqual(await direct.expectStatus("batch", 200, { json: { api_key, batch } }), ACCEPTED);
    });
  }
});
