import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { type Body, Client } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { assertField, type FieldType } from "../support/field-types.ts";
import { fetchAllPages, type ListPage } from "../support/list-pages.ts";
import { eventually } from "../support/poll.ts";
import { expectedSummary } from "../support/rrweb-events.ts";
import { removeCreatedRecordings, sampleSession, sendSession, waitUntilStored } from "../support/send-session.ts";

// The specification of the service, row by row and in its order: resources and their fields. The suites
// specification-2 to -5 have its other parts.

type Row = readonly [name: string, type: FieldType];
type Recording = Body<"session_recordings_retrieve", 200>;
type Invite = Body<"invites_create", 201>;

const client = new Client();
const isMock = target.kind === "prism";
const distinctId = `visitor-${randomUUID()}`;
const $set = { name: "Maja Lind", "a.b": [1, { c: null }], none: null };
const sample = sampleSession(Date.now() - 120_000);
let recording: Recording;
let invite: Invite;
/** What the fields are known to have. A mock chooses its values. */
let expected: { recording: object; person: object; invite: object; user: object };

before(async () => {
  if (isMock) {
    recording = await client.expectStatus("session_recordings_retrieve", 200);
    invite = await client.expectStatus("invites_create", 201, { json: { target_email: "jonas@guests.example" } });
    expected = { recording: {}, person: {}, invite: {}, user: {} };
    return;
  }
  const json = { api_key: target.tenant.projectApiKey, event: "$identify", distinct_id: distinctId, $set };
  await client.expectStatus("capture", 200, { json });
  const id = await sendSession(sample.map((events) => ({ distinctId, events })));
  await waitUntilStored(id, sample.flat());
  recording = await eventually("the recording's person is stored, which may follow its snapshots", async () => {
    const retrieved = await client.expectStatus("session_recordings_retrieve", 200, { path: { id } });
    return retrieved.person?.properties?.name ? retrieved : undefined;
  });
  const sent = {
    target_email: `${randomUUID()}@guests.example`,
    first_name: "Ж".repeat(30),
    message: "Come & <b>see</b>\n🚲",
  };
  invite = await client.expectStatus("invites_create", 201, { json: sent });
  const counted = { viewed: "false", storage: "in_memory", pinned_count: "0", ...expectedSummary(sample.flat()) };
  const { details } = target.tenant;
  expected = {
    recording: { id, distinct_id: distinctId, ...counted },
    person: { name: $set.name, distinct_ids: [distinctId], properties: $set },
    invite: { ...sent, is_expired: false, ...(target.kind === "server" && { emailing_attempt_made: false }) },
    user: details === undefined ? {} : { id: details.userId, email: details.email },
  };
});

after(async () => {
  if (isMock) return;
  await client.request("invites_destroy", { path: { id: invite.id } });
  await removeCreatedRecordings();
});

function rows(title: string, of: () => unknown, known: () => object, fields: readonly Row[]): void {
  describe(title, () => {
    for (const [name, type] of fields) {
      test(`${name}: ${type}`, () => {
        assertField(of(), name, type, (known() as Readonly<Record<string, unknown>>)[name]);
      });
    }
    test("it has no field besides, except those of the document", needs("state"), () => {
      const more = Object.keys(of() as object).filter((name) => !fields.some(([field]) => field === name));
      assert.deepEqual(more, ADDED[title] ?? []);
    });
  });
}

/** Fields that the service has beyond the specification. */
const ADDED: Readonly<Record<string, readonly string[]>> = { "Session recording": ["pinned_by_me"], Invite: ["level"] };

describe("Paginated list envelope (list endpoints)", () => {
  for (const id of ["session_recordings_list", "invites_list"] as const) {
    const listed = () => client.expectStatus(id, 200, { query: { limit: 1000 } });
    const first = () => client.expectStatus(id, 200, { query: { limit: 1 } }) as Promise<ListPage<{ id: string }>>;

    test(`${id}: count: integer, total number of items`, async () => {
      const { count, results } = await listed();
      assertField({ count }, "count", "integer");
      if (!isMock && count <= 1000) assert.equal(count, results.length);
    });
    test(`${id}: next: string (URL), link to next page; the URL carries offset and limit`, async () => {
      const { next } = await first();
      assertField({ next }, "next", "string (URL)");
    });
    test(`${id}: previous: string (URL), link to previous page; same form`, async () => {
      const { previous } = await client.expectStatus(id, 200, { query: { limit: 1, offset: 1 } });
      assertField({ previous }, "previous", "string (URL)");
      if (!isMock) assert.match(String(previous), /[?&]limit=1(&|$)/);
      assert.equal((await first()).previous, null);
    });
    test(`${id}: results: array, items of the resource listed`, needs("state"), async () => {
      const { results } = await listed();
      const own = id === "invites_list" ? invite : recording;
      assert.deepEqual(
        results.find((item) => item.id === own.id),
        own,
      );
    });
  }

  test("invites_list: next and previous lead through all pages, newest first", needs("tenants"), async () => {
    const { paginationTenant: tenant } = target;
    const by = new Client(target, tenant);
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) {
      const json = { target_email: `${randomUUID()}@guests.example` };
      ids.unshift((await by.expectStatus("invites_create", 201, { json })).id);
    }
    for (const limit of [1, 2, 5, 1000]) {
      const page = await by.expectStatus("invites_list", 200, { query: { limit } });
      assert.deepEqual([page.count, page.previous, page.next === null], [5, null, limit >= 5]);
      const all = await fetchAllPages<Invite>(page as ListPage<Invite>, tenant.personalApiKey);
      assert.deepEqual(
        all.map(({ id }) => id),
        ids,
        `limit ${limit}`,
      );
    }
    for (const id of ids) await by.expectStatus("invites_destroy", 204, { path: { id } });
    const none = await by.expectStatus("invites_list", 200);
    assert.deepEqual(none, { count: 0, next: null, previous: null, results: [] });
  });
});

rows(
  "Session recording",
  () => recording,
  () => expected.recording,
  [
    ["id", "string"],
    ["distinct_id", "string"],
    ["viewed", "string"],
    ["recording_duration", "integer"],
    ["active_seconds", "integer"],
    ["inactive_seconds", "integer"],
    ["start_time", "string, date-time (ISO 8601)"],
    ["end_time", "string, date-time (ISO 8601)"],
    ["click_count", "integer"],
    ["keypress_count", "integer"],
    ["mouse_activity_count", "integer"],
    ["console_log_count", "integer"],
    ["console_warn_count", "integer"],
    ["console_error_count", "integer"],
    ["start_url", "string"],
    ["person", "Person object"],
    ["storage", "string"],
    ["pinned_count", "string"],
  ],
);

rows(
  "Person (nested in a session recording)",
  () => recording.person,
  () => expected.person,
  [
    ["id", "integer"],
    ["name", "string"],
    ["distinct_ids", "array of string"],
    ["properties", "object"],
    ["created_at", "string, date-time"],
    ["uuid", "string, UUID"],
  ],
);

rows(
  "Invite",
  () => invite,
  () => expected.invite,
  [
    ["id", "string, UUID"],
    ["target_email", "string, e-mail address"],
    ["first_name", "string"],
    ["emailing_attempt_made", "boolean"],
    ["is_expired", "boolean"],
    ["created_by", "User object"],
    ["created_at", "string, date-time"],
    ["updated_at", "string, date-time"],
    ["message", "string"],
  ],
);

rows(
  "User (nested in an invite as created_by)",
  () => invite.created_by,
  () => expected.user,
  [
    ["id", "integer"],
    ["uuid", "string, UUID"],
    ["distinct_id", "string"],
    ["first_name", "string"],
    ["email", "string, e-mail address"],
    ["is_email_verified", "boolean"],
  ],
);

describe("Captured event (request shape, public interface)", () => {
  const uuid = randomUUID();
  const event = `specified ${uuid}`;
  const timestamp = "2026-03-12T09:42:18.123Z";
  const properties = { model: "Fjellrev 3", "a.b": [1, { c: null }], nothing: null };
  const sent = { api_key: target.tenant.projectApiKey, uuid, event, distinct_id: distinctId, properties, timestamp };
  const stored = () =>
    eventually("the event is stored", async () => {
      const { results } = await client.expectStatus("events_list", 200, { query: { event } });
      return results.find(({ id }) => id === uuid);
    });
  const accepts = (json: object) => client.expectStatus("capture", 200, { json });

  test("api_key: string, project API key, in the body", async () => {
    assert.deepEqual(await accepts(sent), { status: 1 });
  });
  test("event: string, event name", needs("state"), async () => assert.equal((await stored()).event, event));
  test("distinct_id: string, user identifier", needs("state"), async () => {
    assert.equal((await stored()).distinct_id, distinctId);
  });
  test("properties: object, free-form map", needs("state"), async () => {
    assert.deepEqual((await stored()).properties, properties);
  });
  test("timestamp: string, ISO 8601, optional; defaults to the current time when absent", needs("state"), async () => {
    assert.equal((await stored()).timestamp, timestamp);
    const [id, from] = [randomUUID(), Date.now()];
    await accepts({ ...sent, uuid: id, timestamp: undefined });
    const to = Date.now();
    const now = await eventually("it is stored", async () => {
      const { results } = await client.expectStatus("events_list", 200, { query: { event } });
      return results.find((one) => one.id === id);
    });
    assert.ok(Date.parse(now.timestamp) >= from - 60_000 && Date.parse(now.timestamp) <= to + 60_000, now.timestamp);
  });
  for (const [field, place] of [
    ["$set", { $set: { plan: "pro" } }],
    ["context", { context: { locale: "nb-NO" } }],
  ] as const) {
    test(`${field}: object, used with $identify`, async () => {
      const id = randomUUID();
      const identify = { ...sent, uuid: id, event: "$identify", distinct_id: `${field}-${id}`, ...place };
      assert.deepEqual(await accepts(identify), { status: 1 });
      if (isMock) return;
      const query = { event: "$identify", distinct_id: identify.distinct_id };
      const listed = await eventually("it is stored", async () => {
        return (await client.expectStatus("events_list", 200, { query })).results[0];
      });
      assert.deepEqual(listed.properties, { ...properties, ...place });
    });
  }
});
