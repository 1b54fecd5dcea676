import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { type Body, Client, type RequestOptions } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import type { OperationId } from "../contract/contract-document.ts";
import { eventually } from "../support/poll.ts";
import { rrwebEventFactory } from "../support/rrweb-events.ts";
import { removeCreatedRecordings, sendSession, waitUntilStored } from "../support/send-session.ts";

// The specification of the service, row by row and in its order: private endpoints.

type Recording = Body<"session_recordings_retrieve", 200>;
type Invite = Body<"invites_create", 201>;

const client = new Client();
const isMock = target.kind === "prism";
const createdInvites = new Set<string>();
const newAddress = () => `${randomUUID()}@guests.example`;

after(async () => {
  if (isMock) return;
  for (const id of createdInvites) await client.request("invites_destroy", { path: { id } });
  await removeCreatedRecordings();
});

/** Creates a recording, and returns it. */
async function record(): Promise<Recording> {
  const events = [rrwebEventFactory(Date.now() - 60_000).mouse(0, 2)];
  const id = await sendSession([{ events }]);
  await waitUntilStored(id, events);
  return client.expectStatus("session_recordings_retrieve", 200, { path: { id } });
}

async function invite(json: object = { target_email: newAddress() }): Promise<Invite> {
  const created = await client.expectStatus("invites_create", 201, { json });
  createdInvites.add(created.id);
  return created;
}

describe("Session recordings (private)", () => {
  let recording: Recording;
  before(async () => {
    if (isMock) recording = await client.expectStatus("session_recordings_retrieve", 200);
    else recording = await record();
  });
  const path = () => ({ path: { id: recording.id } });

  test("List recordings: GET, paginated envelope of Session recording", async () => {
    const { results } = await client.expectStatus("session_recordings_list", 200, { query: { limit: 1000 } });
    if (!isMock) assert.ok(results.some(({ id }) => id === recording.id));
  });
  test("List recordings: limit (integer), offset (integer)", needs("state"), async () => {
    await record();
    const page = (query: Record<string, number>) => client.expectStatus("session_recordings_list", 200, { query });
    await eventually("pages are parts of the list, in which another suite may have added something", async () => {
      const [{ results }, one] = [await page({ limit: 1000 }), await page({ limit: 1, offset: 1 })];
      assert.deepEqual(
        one.results.map(({ id }) => id),
        results.slice(1, 2).map(({ id }) => id),
      );
      return true;
    });
  });
  test("Retrieve recording: GET, Session recording", async () => {
    assert.equal((await client.expectStatus("session_recordings_retrieve", 200, path())).id, recording.id);
  });
  test("Retrieve snapshots: GET, documented response has the Session recording shape", async () => {
    const body = await client.expectStatus("session_recordings_snapshots_retrieve", 200, path());
    const { sources, ...shape } = body as Recording & { readonly sources: unknown };
    assert.ok(Array.isArray(sources));
    assert.deepEqual(Object.keys(shape).toSorted(), Object.keys(recording).toSorted());
  });
  test("Retrieve properties: GET, documented response has the Session recording shape", async () => {
    const query = { session_ids: recording.id };
    const body = await client.expectStatus("session_recordings_properties_retrieve", 200, { query });
    const { results, ...shape } = body;
    assert.ok(Array.isArray(results));
    assert.deepEqual(Object.keys(shape).toSorted(), Object.keys(recording).toSorted());
    if (!isMock) assert.equal(body.id, recording.id);
  });
  test("Delete recording: DELETE, no response body", async () => {
    const own = isMock ? recording : await record();
    const { status, raw } = await client.request("session_recordings_destroy", { path: { id: own.id } });
    assert.deepEqual([status, raw.bytes.length], [204, 0]);
    if (isMock) return;
    await client.expectError("session_recordings_retrieve", [404, "not_found"], { path: { id: own.id } });
    const { results } = await client.expectStatus("session_recordings_list", 200, { query: { limit: 1000 } });
    assert.ok(results.every(({ id }) => id !== own.id));
  });
});

describe("Invites (private)", () => {
  const listed = async () => (await client.expectStatus("invites_list", 200, { query: { limit: 1000 } })).results;

  test("List invites: GET, paginated envelope of Invite", async () => {
    const { id } = await invite();
    if (!isMock) assert.ok((await listed()).some((one) => one.id === id));
  });
  test("List invites: limit (integer), offset (integer)", needs("state"), async () => {
    for (let count = 0; count < 3; count++) await invite();
    await eventually("a page is a part of the list, in which another suite may have added something", async () => {
      const all = await listed();
      const { results } = await client.expectStatus("invites_list", 200, { query: { limit: 2, offset: 1 } });
      assert.deepEqual(results, all.slice(1, 3));
      return true;
    });
  });
  test("Create invite: POST, target_email (string), first_name (string), message (string); Invite", async () => {
    const sent = { target_email: newAddress(), first_name: "Jonas", message: "Come and see." };
    const { target_email, first_name, message } = await invite(sent);
    if (!isMock) assert.deepEqual({ target_email, first_name, message }, sent);
  });
  test("Create invite: the only sample request supplies target_email alone", async () => {
    const target_email = newAddress();
    const created = await invite({ target_email });
    if (isMock) return;
    assert.deepEqual([created.target_email, created.first_name, created.message], [target_email, "", ""]);
  });
  test("Delete invite: DELETE, no response body", async () => {
    const path = { id: (await invite()).id };
    const { status, raw } = await client.request("invites_destroy", { path });
    assert.deepEqual([status, raw.bytes.length], [204, 0]);
    if (isMock) return;
    assert.ok((await listed()).every(({ id }) => id !== path.id));
    await client.expectError("invites_destroy", [404, "not_found", null], { path });
    createdInvites.delete(path.id);
  });
  test("Create invites bulk: POST, Invite (documented as a single invite object)", async () => {
    const json = { target_email: newAddress(), first_name: "Jonas", message: "Come." };
    const created = (await client.expectStatus("invites_bulk_create", 201, { json })) as Invite;
    if (isMock) return;
    createdInvites.add(created.id);
    assert.deepEqual([created.target_email, created.first_name, created.message], Object.values(json));
  });
  test("Create invites bulk: several invitees in one body are an array, as is the response", async () => {
    for (const count of [1, 3, 20]) {
      const json = Array.from({ length: count }, (_, index) => ({
        target_email: newAddress(),
        first_name: `n${index}`,
      }));
      const created = (await client.expectStatus("invites_bulk_create", 201, { json })) as readonly Invite[];
      if (isMock) continue;
      for (const { id } of created) createdInvites.add(id);
      assert.deepEqual(
        created.map(({ target_email, first_name }) => ({ target_email, first_name })),
        json,
      );
      const ids = new Set((await listed()).map(({ id }) => id));
      assert.ok(created.every(({ id }) => ids.has(id)));
    }
  });
});

describe("Requests in the reference use a trailing slash on the path", () => {
  const requests: [OperationId, number, RequestOptions?][] = [
    ["session_recordings_list", 200],
    ["session_recordings_retrieve", 404],
    ["session_recordings_destroy", 404],
    ["session_recordings_snapshots_retrieve", 404],
    ["session_recordings_properties_retrieve", 404, { query: { session_ids: "none" } }],
    ["invites_list", 200],
    ["invites_create", 400, { json: {} }],
    ["invites_bulk_create", 400, { json: {} }],
    ["invites_destroy", 404],
  ];
  for (const [id, status, options] of requests) {
    test(`${id}: it is answered with and without`, needs("state"), async () => {
      for (const hasFlippedSlash of [false, true]) {
        assert.equal((await client.request(id, { ...options, hasFlippedSlash })).status, status);
      }
    });
  }
});
